// Columns of numbers: base64 of a zlib stream of LEB128.

async function inflated(base64: string): Promise<Uint8Array> {
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Numbers are below 2^53, so shifts, which have 32 bits, do not do.
export function unpacked(bytes: Uint8Array): Float64Array {
    let count = 0;
    for (const byte of bytes) {
        if (byte < 0x80) count++;
    }
    const numbers = new Float64Array(count);
    let value = 0;
    let scale = 1;
    let at = 0;
    for (const byte of bytes) {
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) {
            numbers[at++] = value;
            value = 0;
            scale = 1;
        } else {
            scale *= 0x80;
        }
    }
    return numbers;
}

export async function column(base64: string): Promise<Float64Array> {
    return unpacked(await inflated(base64));
}

// Replaces differences to the row before by the values. `signed`: 0, -1, 1, -2 are written as 0, 1, 2, 3.
export function summed(numbers: Float64Array, signed: boolean): Float64Array {
    let value = 0;
    for (let at = 0; at < numbers.length; at++) {
        const number = numbers[at]!;
        value += !signed ? number : number % 2 === 0 ? number / 2 : -(number + 1) / 2;
        numbers[at] = value;
    }
    return numbers;
}
