import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplesOf, thinned } from '../src/samples.ts';
import { State } from '../src/state.ts';
import { made } from './made.ts';

test('a chart keeps the shortest peak, and draws two values for each column', async () => {
    const count = 100_000;
    const times = Array.from({ length: 2 * count }, (_, at) => at + 1);
    const blocks = Array.from({ length: count }, (_, at) => ({
        requested: at === 77_777 ? 1e6 : 10,
        allocated: 2 * at + 1,
        freed: 2 * at + 2,
    }));
    const state = new State(await made({ times, blocks }));
    const [places, live] = samplesOf(state, ['live'], 300);
    assert.equal(places!.length, 600);
    assert.equal(live!.length, 600);
    assert.equal(Math.max(...live!), 1e6);
    assert.ok(places!.every((place, at) => at === 0 || place >= places![at - 1]!));
    state.zoom(20, 24);
    assert.equal(Math.max(...samplesOf(state, ['live'], 300)[1]!), 10);
});

test('zoom stays inside the recording', async () => {
    const state = new State(await made({ times: [100, 200, 300], blocks: [{ requested: 1, allocated: 1 }] }));
    state.zoom(-50, 100);
    assert.deepEqual([state.begin, state.end], [0, 150]);
    state.zoom(290, 500);
    assert.deepEqual([state.begin, state.end], [90, 300]);
    state.zoomAt(300, 0.001);
    assert.equal(state.end - state.begin, 10);
    state.select(99);
    assert.equal(state.position, 3);
    state.select(NaN);
    assert.equal(state.position, 3);
});

test('one thing is kept for each column', () => {
    const things = Array.from({ length: 1000 }, (_, at): [number, number] => [at, at]);
    assert.equal(thinned(things, 0, 1000, 10).length, 10);
    assert.equal(thinned(things, 500, 510, 1000).length, 11);
});
