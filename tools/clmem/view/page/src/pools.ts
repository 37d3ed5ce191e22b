// The figures of each pool, by one walk along the positions.

import { IS_OUTSIDE, NEVER, WAS_THERE, type Recording } from './recording.ts';

export interface PoolFigures {
    peakLive: number;
    peakReserved: number;
    allocations: number;
    live: number; // at the end
}

// What happens at each position: a list of indices, as heads and links.
class Agenda {
    private readonly heads: Int32Array;
    private readonly links: Int32Array;

    constructor(positions: Float64Array, last: number) {
        this.heads = new Int32Array(last + 1).fill(-1);
        this.links = new Int32Array(positions.length).fill(-1);
        for (let at = positions.length - 1; at >= 0; at--) {
            const position = positions[at]!;
            if (position === NEVER || position > last) continue;
            this.links[at] = this.heads[position]!;
            this.heads[position] = at;
        }
    }

    each(position: number, visit: (index: number) => void): void {
        for (let at = this.heads[position]!; at >= 0; at = this.links[at]!) visit(at);
    }
}

export function poolFigures(recording: Recording): PoolFigures[] {
    const { blocks, slabs, end } = recording;
    const figures = recording.data.pools.map(() => ({ peakLive: 0, peakReserved: 0, allocations: 0, live: 0 }));
    const reserved = new Float64Array(figures.length);
    const allocated = new Agenda(blocks.allocated, end);
    const freed = new Agenda(blocks.freed, end);
    const taken = new Agenda(slabs.taken, end);
    const returned = new Agenda(slabs.returned, end);
    const isInPool = (block: number) => (blocks.flags[block]! & IS_OUTSIDE) === 0;
    for (let position = 0; position <= end; position++) {
        // First what ends: a peak is of what a position leaves. What has no length was never there.
        freed.each(position, (block) => {
            if (isInPool(block) && blocks.allocated[block]! < position)
                figures[blocks.pool[block]!]!.live -= blocks.requested[block]!;
        });
        allocated.each(position, (block) => {
            if (!isInPool(block)) return;
            const of = figures[blocks.pool[block]!]!;
            if ((blocks.flags[block]! & WAS_THERE) === 0) of.allocations++;
            if (blocks.freed[block] === position) return;
            of.live += blocks.requested[block]!;
            of.peakLive = Math.max(of.peakLive, of.live);
        });
        returned.each(position, (slab) => (reserved[slabs.pool[slab]!]! -= slabs.bytes[slab]!));
        taken.each(position, (slab) => {
            const pool = slabs.pool[slab]!;
            reserved[pool]! += slabs.bytes[slab]!;
            figures[pool]!.peakReserved = Math.max(figures[pool]!.peakReserved, reserved[pool]!);
        });
    }
    return figures;
}
