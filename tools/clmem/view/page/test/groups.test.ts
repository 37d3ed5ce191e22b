import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    differenceOf,
    grouped,
    groupedOutside,
    isLiveAt,
    isNeverComplete,
    isNeverFreed,
    isTemporary,
} from '../src/groups.ts';
import { made } from './made.ts';

const recording = made({
    times: [10, 20, 30, 1030, 2000, 3000],
    blocks: [
        { requested: 100, tag: 1, stack: 1, flags: 1, allocated: 1, freed: 4 },
        { requested: 40, tag: 2, stack: 2, allocated: 2, freed: 5, completed: null },
        { requested: 60, tag: 2, stack: 2, allocated: 3 },
        { requested: 7, stack: 0, flags: 2, allocated: 0 },
        { requested: 500, flags: 8, kind: 1, allocated: 2 },
    ],
});

test('groups have the most bytes first, and no memory outside the pools', async () => {
    const found = grouped(await recording, isLiveAt(await recording, 3));
    assert.equal(found.bytes, 207);
    assert.equal(found.blocks, 4);
    assert.equal(found.hits, 1);
    const tags = found.byTag.map(({ name, bytes, blocks }) => ({ name, bytes, blocks }));
    assert.deepEqual(tags, [
        { name: 'weights', bytes: 100, blocks: 1 },
        { name: 'gradients', bytes: 100, blocks: 2 },
        { name: 'no tag', bytes: 7, blocks: 1 },
    ]);
    assert.deepEqual(found.byStack.at(-1), { name: 'no stack', chain: [], bytes: 7, blocks: 1, hits: 0 });
    assert.deepEqual(
        groupedOutside(await recording, isLiveAt(await recording, 3)).map(({ name, bytes }) => [name, bytes]),
        [['clCreateImage', 500]],
    );
});

test('leaks, blocks without completion and temporaries are told apart', async () => {
    const from = await recording;
    assert.equal(grouped(from, isNeverFreed(from)).bytes, 67);
    assert.equal(grouped(from, isNeverComplete(from)).bytes, 40);
    assert.equal(grouped(from, isTemporary(from, 1020)).blocks, 0); // shorter, not as short
    assert.deepEqual(
        grouped(from, isTemporary(from, 1021)).byTag.map((each) => each.name),
        ['weights'],
    );
    assert.equal(grouped(from, isTemporary(from, 1e9)).blocks, 2); // what was there before does not count
});

test('a difference has the greatest change first, and not what stayed', async () => {
    const from = await recording;
    const at = (position: number) => grouped(from, isLiveAt(from, position));
    const changed = differenceOf(at(2), at(6));
    assert.equal(changed.bytes, 67 - 147);
    assert.deepEqual(
        changed.byTag.map(({ name, bytes, blocks }) => [name, bytes, blocks]),
        [
            ['weights', -100, -1],
            ['gradients', 20, 0],
        ],
    );
    assert.deepEqual(differenceOf(at(3), at(3)).byStack, []);
});
