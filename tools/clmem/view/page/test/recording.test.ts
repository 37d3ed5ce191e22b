import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER } from '../src/recording.ts';
import { poolFigures } from '../src/pools.ts';
import { made } from './made.ts';

// Two blocks of pool 1, of which the first waits for its queue, one of pool 2, and memory outside.
const parts = {
    times: [10, 20, 30, 40, 50, 60, 60],
    slabs: [
        { bytes: 1000, taken: 1, returned: 7 },
        { bytes: 500, taken: 3, pool: 1 },
    ],
    blocks: [
        { requested: 100, given: 128, slab: 0, allocated: 1, freed: 4, completed: 6 },
        { requested: 50, slab: 0, offset: 128, allocated: 2 },
        { requested: 70, slab: 1, pool: 1, allocated: 3, freed: 5 },
        { requested: 900, flags: 8, kind: 1, allocated: 2, freed: 6 },
    ],
};

test('curves say what is live, reserved, pending and outside after each event', async () => {
    const { curves, end, peak } = await made(parts);
    assert.equal(end, 7);
    assert.deepEqual([...curves.live], [0, 100, 150, 220, 120, 50, 50, 50]);
    assert.deepEqual([...curves.reserved], [0, 1000, 1000, 1500, 1500, 1500, 1500, 500]);
    assert.deepEqual([...curves.waiting], [0, 0, 0, 0, 128, 128, 0, 0]);
    assert.deepEqual([...curves.outside], [0, 0, 900, 900, 900, 900, 0, 0]);
    assert.deepEqual([...curves.driver], [0, 1000, 1900, 2400, 2400, 2400, 1500, 500]);
    assert.equal(peak, 3);
});

test('ends that never came are never', async () => {
    const { blocks, slabs } = await made(parts);
    assert.deepEqual([...blocks.freed], [4, NEVER, 5, 6]);
    assert.deepEqual([...blocks.completed], [6, NEVER, 5, 6]);
    assert.deepEqual([...slabs.returned], [7, NEVER]);
    assert.deepEqual([...blocks.slab], [0, 0, 1, -1]);
});

test('a time finds the position after its last event', async () => {
    const recording = await made(parts);
    assert.deepEqual(
        [0, 9, 10, 35, 60, 1e9].map((time) => recording.positionAt(time)),
        [0, 0, 1, 3, 7, 7],
    );
    assert.equal(recording.timeAt(0), 0);
    assert.equal(recording.timeAt(7), 60);
});

test('pools have figures of their own', async () => {
    assert.deepEqual(poolFigures(await made(parts)), [
        { peakLive: 150, peakReserved: 1000, allocations: 2, live: 50 },
        { peakLive: 70, peakReserved: 500, allocations: 1, live: 0 },
    ]);
});

test('a recording without events has a position', async () => {
    const recording = await made({ times: [], blocks: [] });
    assert.equal(recording.end, 0);
    assert.equal(recording.hasTimes, false);
    assert.equal(recording.peak, 0);
    assert.deepEqual([...recording.curves.live], [0]);
});

test('a column that is missing is named', async () => {
    const { dataOf } = await import('./made.ts');
    const { load } = await import('../src/recording.ts');
    const data = dataOf(parts);
    delete data.columns['blocks.tag'];
    await assert.rejects(load(data), /expected a column blocks.tag, got none/);
});
