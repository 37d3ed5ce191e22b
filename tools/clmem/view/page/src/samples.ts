// What a chart of some width draws of curves: two values for each column of pixels, however many events it stands for.

import type { CurveName } from './recording.ts';
import type { State } from './state.ts';

// Places on the axis, then the values of each curve.
export function samplesOf(state: State, names: CurveName[], width: number): number[][] {
    const { recording, begin, end } = state;
    const places: number[] = [];
    const values: number[][] = names.map(() => []);
    const step = (end - begin) / width;
    let from = state.positionOf(begin);
    for (let column = 0; column < width; column++) {
        const place = begin + column * step;
        const to = Math.max(from, state.positionOf(place + step));
        places.push(place, place + step / 2);
        names.forEach((name, at) => {
            const levels = recording.levels[name];
            const most = levels.maximum(from, to + 1);
            const least = levels.minimum(from, to + 1);
            const isRising = recording.curves[name][from]! < recording.curves[name][to]!;
            values[at]!.push(isRising ? least : most, isRising ? most : least);
        });
        from = to;
    }
    return [places, ...values];
}

// Of things at places on the axis: one for each column of pixels, the last that is there.
export function thinned<Thing>(
    things: Iterable<[number, Thing]>,
    begin: number,
    end: number,
    width: number,
): [number, Thing][] {
    const columns = new Map<number, [number, Thing]>();
    for (const thing of things) {
        const [place] = thing;
        if (place < begin || place > end) continue;
        columns.set(Math.floor(((place - begin) / (end - begin)) * width), thing);
    }
    return [...columns.values()];
}
