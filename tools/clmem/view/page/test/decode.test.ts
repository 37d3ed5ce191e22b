import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, summed, unpacked } from '../src/decode.ts';
import { differences, packed, zigzag } from './made.ts';

const NUMBERS = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1];

test('numbers of any size up to 2^53 come back', async () => {
    assert.deepEqual([...(await column(packed(NUMBERS)))], NUMBERS);
});

test('no bytes are no numbers', async () => {
    assert.equal((await column(packed([]))).length, 0);
    assert.equal(unpacked(new Uint8Array()).length, 0);
});

test('differences add up, falling ones too', async () => {
    const values = [5, 3, 3, 900, 0, 2 ** 50];
    const read = await column(packed(zigzag(differences(values))));
    assert.deepEqual([...summed(read, true)], values);
    const rising = await column(packed(differences([1, 1, 7, 1e12])));
    assert.deepEqual([...summed(rising, false)], [1, 1, 7, 1e12]);
});

test('what is no zlib stream is refused', async () => {
    await assert.rejects(column(btoa('no stream')));
    await assert.rejects(column('not base64!'));
});
