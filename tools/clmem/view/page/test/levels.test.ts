import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Levels } from '../src/levels.ts';

function random(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
}

test('extremes of any part equal those of a look at each value', () => {
    const next = random(7);
    for (const size of [1, 2, 15, 16, 17, 255, 256, 257, 5000]) {
        const values = Float64Array.from({ length: size }, () => Math.floor(next() * 1000));
        const levels = new Levels(values);
        for (let turn = 0; turn < 300; turn++) {
            const begin = Math.floor(next() * size);
            const end = begin + 1 + Math.floor(next() * (size - begin));
            const part = values.subarray(begin, end);
            assert.equal(levels.minimum(begin, end), Math.min(...part));
            assert.equal(levels.maximum(begin, end), Math.max(...part));
        }
    }
});
