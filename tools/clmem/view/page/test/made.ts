// Recordings for the tests, made from rows as the clmem command writes them.

import { deflateSync } from 'node:zlib';
import type { RecordingData } from '../src/data.ts';
import { load, type Recording } from '../src/recording.ts';

export interface BlockRow {
    pool?: number;
    slab?: number; // index, or -1
    offset?: number;
    requested: number;
    given?: number;
    tag?: number;
    stack?: number;
    queue?: number;
    kind?: number;
    flags?: number;
    allocated: number;
    freed?: number;
    completed?: number | null; // null: never
}

export interface SlabRow {
    pool?: number;
    bytes: number;
    taken: number;
    returned?: number;
}

export function packed(numbers: number[]): string {
    const bytes: number[] = [];
    for (const number of numbers) {
        let rest = number;
        for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
        bytes.push(rest);
    }
    return deflateSync(Uint8Array.from(bytes)).toString('base64');
}

export function differences(numbers: number[]): number[] {
    return numbers.map((number, at) => number - (at === 0 ? 0 : numbers[at - 1]!));
}

export function zigzag(numbers: number[]): number[] {
    return numbers.map((number) => (number < 0 ? -2 * number - 1 : 2 * number));
}

export interface Parts {
    times: number[];
    blocks: BlockRow[];
    slabs?: SlabRow[];
    more?: Partial<RecordingData>;
}

export function dataOf({ times, blocks, slabs = [], more = {} }: Parts): RecordingData {
    const length = (begin: number, end: number | undefined) => (end === undefined ? 0 : end - begin + 1);
    const completed = (row: BlockRow) => {
        if (row.freed === undefined || row.completed === null) return 0;
        return length(row.freed, row.completed ?? row.freed);
    };
    const all = (of: (row: BlockRow) => number) => packed(blocks.map(of));
    return {
        name: 'made.clmem',
        pid: 0,
        start_ms: 0,
        duration_ns: times.at(-1) ?? 0,
        events: times.length,
        lost: 0,
        unmatched: 0,
        is_ring: false,
        is_complete: true,
        pools: [
            { number: 1, memory: 'virtual' },
            { number: 2, memory: 'virtual' },
        ],
        queues: ['no queue', 'queue 1'],
        tags: ['no tag', 'weights', 'gradients'],
        stacks: [[], ['fill (a.cpp:3)', 'main (a.cpp:9)'], ['train (a.cpp:5)', 'main (a.cpp:9)']],
        kinds: ['unknown', 'clCreateImage'],
        columns: {
            times: packed(differences(times)),
            'slabs.pool': packed(slabs.map((row) => row.pool ?? 0)),
            'slabs.number': packed(slabs.map((_, at) => at + 1)),
            'slabs.bytes': packed(slabs.map((row) => row.bytes)),
            'slabs.taken': packed(zigzag(differences(slabs.map((row) => row.taken)))),
            'slabs.kept': packed(slabs.map((row) => length(row.taken, row.returned))),
            'blocks.pool': all((row) => row.pool ?? 0),
            'blocks.slab': all((row) => (row.slab ?? -1) + 1),
            'blocks.offset': all((row) => row.offset ?? 0),
            'blocks.requested': all((row) => row.requested),
            'blocks.given': all((row) => row.given ?? row.requested),
            'blocks.tag': all((row) => row.tag ?? 0),
            'blocks.stack': all((row) => row.stack ?? 0),
            'blocks.queue': all((row) => row.queue ?? 0),
            'blocks.kind': all((row) => row.kind ?? 0),
            'blocks.flags': all((row) => row.flags ?? 0),
            'blocks.allocated': packed(zigzag(differences(blocks.map((row) => row.allocated)))),
            'blocks.lived': all((row) => length(row.allocated, row.freed)),
            'blocks.waited': all(completed),
        },
        ranges: [],
        shortages: [],
        trims: [],
        calls: {},
        misses: {},
        ...more,
    };
}

export function made(parts: Parts): Promise<Recording> {
    return load(dataOf(parts));
}
