// A recording as the views use it: the life of every block and slab, and curves over positions.
//
// A position is a number of events that have happened: 0 is the start, n follows the event at index n - 1.

import { column, summed } from './decode.ts';
import type { RecordingData } from './data.ts';
import { Levels } from './levels.ts';

export const NEVER = Infinity;

export const IS_HIT = 1;
export const WAS_THERE = 2; // before the recording
export const IS_OUTSIDE = 8; // the pools

export interface Blocks {
    count: number;
    pool: Float64Array;
    slab: Float64Array; // index of a slab, or -1
    offset: Float64Array; // bytes, as the next two
    requested: Float64Array;
    given: Float64Array;
    tag: Float64Array;
    stack: Float64Array;
    queue: Float64Array;
    kind: Float64Array;
    flags: Float64Array;
    allocated: Float64Array; // positions
    freed: Float64Array; // NEVER: live at the end
    completed: Float64Array; // when its memory could be used again
}

export interface Slabs {
    count: number;
    pool: Float64Array;
    number: Float64Array;
    bytes: Float64Array;
    taken: Float64Array; // positions
    returned: Float64Array;
}

// Bytes at each position.
export interface Curves {
    live: Float64Array;
    reserved: Float64Array;
    waiting: Float64Array;
    driver: Float64Array; // reserved, and outside the pools
    outside: Float64Array;
}
export type CurveName = keyof Curves;

export class Recording {
    readonly levels: Record<CurveName, Levels>;
    readonly peak: number; // the position where most bytes were live

    constructor(
        readonly data: RecordingData,
        readonly times: Float64Array, // ns, of each event
        readonly blocks: Blocks,
        readonly slabs: Slabs,
        readonly curves: Curves,
    ) {
        const of = (name: CurveName) => new Levels(curves[name]);
        this.levels = {
            live: of('live'),
            reserved: of('reserved'),
            waiting: of('waiting'),
            driver: of('driver'),
            outside: of('outside'),
        };
        this.peak = this.peakOf('live');
    }

    get end(): number {
        return this.times.length;
    }

    // Traces may have no times.
    get hasTimes(): boolean {
        return this.times.length > 0 && this.times.at(-1)! > 0;
    }

    timeAt(position: number): number {
        return position === 0 ? 0 : this.times[position - 1]!;
    }

    // The position after the last event at or before a time.
    positionAt(time: number): number {
        let low = 0;
        let high = this.times.length;
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.times[middle]! <= time) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    peakOf(name: CurveName): number {
        const values = this.curves[name];
        const most = this.levels[name].maximum(0, values.length);
        return most === 0 ? 0 : values.indexOf(most);
    }

    isOutside(block: number): boolean {
        return (this.blocks.flags[block]! & IS_OUTSIDE) !== 0;
    }

    isLive(block: number, position: number): boolean {
        return this.blocks.allocated[block]! <= position && position < this.blocks.freed[block]!;
    }

    // Whether it has its memory: it is live, or its commands may not be complete.
    hasMemory(block: number, position: number): boolean {
        return this.blocks.allocated[block]! <= position && position < this.blocks.completed[block]!;
    }
}

export async function load(data: RecordingData): Promise<Recording> {
    const names = Object.keys(data.columns);
    const read = await Promise.all(names.map((name) => column(data.columns[name]!)));
    const columns = new Map(names.map((name, at) => [name, read[at]!]));
    const of = (name: string): Float64Array => {
        const found = columns.get(name);
        if (found === undefined) throw new Error(`expected a column ${name}, got none`);
        return found;
    };
    const times = summed(of('times'), false);
    const slabs = slabsOf(of);
    const blocks = blocksOf(of);
    return new Recording(data, times, blocks, slabs, curvesOf(times.length, blocks, slabs));
}

// Ends from lengths: 0 stands for never, 1 for a length of 0.
function ends(begins: Float64Array, lengths: Float64Array): Float64Array {
    return lengths.map((length, at) => (length === 0 ? NEVER : begins[at]! + length - 1));
}

function slabsOf(of: (name: string) => Float64Array): Slabs {
    const taken = summed(of('slabs.taken'), true);
    return {
        count: taken.length,
        pool: of('slabs.pool'),
        number: of('slabs.number'),
        bytes: of('slabs.bytes'),
        taken,
        returned: ends(taken, of('slabs.kept')),
    };
}

function blocksOf(of: (name: string) => Float64Array): Blocks {
    const allocated = summed(of('blocks.allocated'), true);
    const freed = ends(allocated, of('blocks.lived'));
    return {
        count: allocated.length,
        pool: of('blocks.pool'),
        slab: of('blocks.slab').map((place) => place - 1),
        offset: of('blocks.offset'),
        requested: of('blocks.requested'),
        given: of('blocks.given'),
        tag: of('blocks.tag'),
        stack: of('blocks.stack'),
        queue: of('blocks.queue'),
        kind: of('blocks.kind'),
        flags: of('blocks.flags'),
        allocated,
        freed,
        completed: ends(freed, of('blocks.waited')),
    };
}

function curvesOf(events: number, blocks: Blocks, slabs: Slabs): Curves {
    const empty = () => new Float64Array(events + 1);
    const curves = { live: empty(), reserved: empty(), waiting: empty(), driver: empty(), outside: empty() };
    const add = (to: Float64Array, bytes: number, begin: number, end: number) => {
        to[begin]! += bytes;
        if (end <= events) to[end]! -= bytes;
    };
    for (let block = 0; block < blocks.count; block++) {
        const freed = blocks.freed[block]!;
        const isOutside = (blocks.flags[block]! & IS_OUTSIDE) !== 0;
        add(isOutside ? curves.outside : curves.live, blocks.requested[block]!, blocks.allocated[block]!, freed);
        if (freed <= events) add(curves.waiting, blocks.given[block]!, freed, blocks.completed[block]!);
    }
    for (let slab = 0; slab < slabs.count; slab++) {
        add(curves.reserved, slabs.bytes[slab]!, slabs.taken[slab]!, slabs.returned[slab]!);
    }
    for (const each of [curves.live, curves.reserved, curves.waiting, curves.outside]) summed(each, false);
    curves.driver.forEach((_, at) => (curves.driver[at] = curves.reserved[at]! + curves.outside[at]!));
    return curves;
}
