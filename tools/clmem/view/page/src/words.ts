// Numbers as `clmem report` prints them.

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

export function bytes(value: number): string {
    let unit = 0;
    let scaled = Math.abs(value);
    for (; scaled >= 1024 && unit + 1 < UNITS.length; unit++) scaled /= 1024;
    return `${value < 0 ? '-' : ''}${scaled.toFixed(unit === 0 ? 0 : 2)} ${UNITS[unit]}`;
}

export function signedBytes(value: number): string {
    return value > 0 ? `+${bytes(value)}` : bytes(value);
}

export function time(ns: number): string {
    const units = ['ns', 'us', 'ms', 's'];
    let unit = 0;
    let value = ns;
    for (; value >= 1000 && unit + 1 < units.length; unit++) value /= 1000;
    return `${value.toFixed(unit === 0 ? 0 : 2)} ${units[unit]}`;
}

export function count(value: number): string {
    return value.toLocaleString('en-US');
}

export function counted(value: number, noun: string): string {
    return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function percent(part: number, whole: number): string {
    return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`;
}
