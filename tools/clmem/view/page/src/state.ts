// What the user has chosen: a recording, an instant, another one to compare with, and a part of the time.

import type { Recording } from './recording.ts';

export type Change = 'recording' | 'position' | 'zoom' | 'theme' | 'view';

export class State {
    position: number;
    compared: number | null = null; // a position
    begin = 0; // of the part that the chart shows: times in ns, or positions
    end = 1;
    view = 'time';
    byTime: boolean;
    readonly drawn = { chart: 0, map: 0, icicle: 0 }; // primitives of the last redraw

    private readonly listeners: ((change: Change) => void)[] = [];

    constructor(public recording: Recording) {
        this.position = recording.peak;
        this.byTime = recording.hasTimes;
        this.showAll();
    }

    listen(listener: (change: Change) => void): void {
        this.listeners.push(listener);
    }

    tell(change: Change): void {
        for (const listener of this.listeners) listener(change);
    }

    open(recording: Recording): void {
        this.recording = recording;
        this.position = recording.peak;
        this.compared = null;
        this.byTime = recording.hasTimes;
        this.showAll();
        this.tell('recording');
    }

    select(position: number): void {
        const wanted = Math.min(Math.max(0, Math.round(position)), this.recording.end);
        if (Number.isNaN(wanted) || wanted === this.position) return;
        this.position = wanted;
        this.tell('position');
    }

    compareWith(position: number | null): void {
        this.compared = position;
        this.tell('position');
    }

    show(view: string): void {
        this.view = view;
        this.tell('view');
    }

    // The chart's whole axis.
    get last(): number {
        const { recording } = this;
        return Math.max(
            1,
            this.byTime ? Math.max(recording.data.duration_ns, recording.timeAt(recording.end)) : recording.end,
        );
    }

    // Of a place on the axis, and the reverse.
    positionOf(place: number): number {
        return this.byTime
            ? this.recording.positionAt(place)
            : Math.min(this.recording.end, Math.max(0, Math.floor(place)));
    }

    placeOf(position: number): number {
        return this.byTime ? this.recording.timeAt(position) : position;
    }

    chooseAxis(byTime: boolean): void {
        this.byTime = byTime;
        this.showAll();
        this.tell('zoom');
    }

    private showAll(): void {
        this.begin = 0;
        this.end = this.last;
    }

    zoom(begin: number, end: number): void {
        const least = this.byTime ? 10 : 4;
        const length = Math.min(this.last, Math.max(least, end - begin));
        this.begin = Math.min(Math.max(0, begin), this.last - length);
        this.end = this.begin + length;
        this.tell('zoom');
    }

    zoomAt(place: number, factor: number): void {
        this.zoom(place - (place - this.begin) * factor, place + (this.end - place) * factor);
    }

    // Steps of the keyboard leave the selected instant in sight.
    reveal(): void {
        const place = this.placeOf(this.position);
        if (place >= this.begin && place <= this.end) return;
        const half = (this.end - this.begin) / 2;
        this.zoom(place - half, place + half);
    }
}
