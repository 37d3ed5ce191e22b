// The smallest and the largest value of any part of a curve, without a look at each of its values.

const FACTOR = 16;

export class Levels {
    private readonly least: Float64Array[];
    private readonly most: Float64Array[];

    constructor(values: Float64Array) {
        this.least = [values];
        this.most = [values];
        for (let size = values.length; size > FACTOR; size = Math.ceil(size / FACTOR)) {
            this.least.push(reduced(this.least.at(-1)!, Math.min));
            this.most.push(reduced(this.most.at(-1)!, Math.max));
        }
    }

    // Of the values from `begin` up to `end`, of which there is at least one.
    minimum(begin: number, end: number): number {
        return this.extreme(this.least, Math.min, begin, end);
    }

    maximum(begin: number, end: number): number {
        return this.extreme(this.most, Math.max, begin, end);
    }

    private extreme(
        levels: Float64Array[],
        pick: (a: number, b: number) => number,
        begin: number,
        end: number,
    ): number {
        let found = levels[0]![begin]!;
        for (let level = 0; begin < end; level++) {
            const values = levels[level]!;
            const isLast = level + 1 === levels.length;
            for (; begin < end && (isLast || begin % FACTOR !== 0); begin++) found = pick(found, values[begin]!);
            for (; begin < end && (isLast || end % FACTOR !== 0); end--) found = pick(found, values[end - 1]!);
            begin /= FACTOR;
            end /= FACTOR;
        }
        return found;
    }
}

function reduced(values: Float64Array, pick: (a: number, b: number) => number): Float64Array {
    const result = new Float64Array(Math.ceil(values.length / FACTOR));
    for (let at = 0; at < result.length; at++) {
        const end = Math.min(values.length, (at + 1) * FACTOR);
        let found = values[at * FACTOR]!;
        for (let each = at * FACTOR + 1; each < end; each++) found = pick(found, values[each]!);
        result[at] = found;
    }
    return result;
}
