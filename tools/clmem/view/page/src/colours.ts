// Colours of the current theme, and of tags, stacks, queues and ages.

const DISTINCT = 12;

export interface Theme {
    ink: string;
    soft: string;
    grid: string;
    surface: string;
    hole: string;
    live: string;
    liveFill: string;
    reserved: string;
    driver: string;
    peak: string;
    shortage: string;
    trim: string;
    mark: string;
    isDark: boolean;
}

export function theme(): Theme {
    const style = getComputedStyle(document.documentElement);
    const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
    return {
        ink: of('ink'),
        soft: of('soft'),
        grid: of('grid'),
        surface: of('surface'),
        hole: of('hole'),
        live: of('live'),
        liveFill: of('live-fill'),
        reserved: of('reserved'),
        driver: of('driver'),
        peak: of('peak'),
        shortage: of('shortage'),
        trim: of('trim'),
        mark: of('mark'),
        isDark: of('is-dark') === '1',
    };
}

// The n-th of many: neighbours in number differ most in hue. What has none is grey.
export function distinct(number: number, isDark: boolean): string {
    if (number === 0) return isDark ? '#6e7681' : '#9aa4af';
    const hue = ((number - 1) * 137.508 + 210) % 360;
    const round = Math.floor((number - 1) / DISTINCT) % 3;
    const light = isDark ? 62 - 8 * round : 52 + 8 * round;
    return `hsl(${hue.toFixed(0)} 62% ${light}%)`;
}

// From young to old, for a share of 0 to 1.
export function ofAge(share: number, isDark: boolean): string {
    const light = isDark ? 78 - 48 * share : 82 - 52 * share;
    return `hsl(${(40 + 200 * share).toFixed(0)} 65% ${light.toFixed(0)}%)`;
}

// The hue of a name is the same in each picture.
export function ofName(name: string, isDark: boolean): string {
    let hash = 2166136261;
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
    const hue = (hash >>> 0) % 360;
    return `hsl(${hue} 48% ${isDark ? 36 : 78}%)`;
}
