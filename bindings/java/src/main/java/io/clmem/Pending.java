package io.clmem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The commands that may still be pending, and the wait for them when the process ends.
 *
 * <p>Drivers work on threads of the process. If it ends while they build or run a kernel, their destructors run under
 * these threads, and the process crashes. So every command that is enqueued here is noted, and the end of the process
 * waits for all of them. Their queues may be closed by then: what is kept is events.
 *
 * <p>Never waited for is what a user event holds back, since nothing sets it any more: a command whose wait list
 * contains an incomplete one or an event held back by one, and what comes behind such a command in an in-order queue.
 */
final class Pending {
    /** Without the completion of any command for so long, the process ends nevertheless. Tests change it. */
    static volatile long patience = TimeUnit.SECONDS.toNanos(10);

    /** For tests: what runs after the wait. Java's shutdown hooks have no order. */
    static volatile Runnable afterwards = () -> {};

    private static final Map<Long, Lane> LANES = new ConcurrentHashMap<>(); // by queue
    private static final Object LOCK = new Object(); // guards what follows
    private static final Map<Long, List<Held>> HELD = new ConcurrentHashMap<>(); // held back by user events; by queue
    private static final List<Lane> SETTLED = new ArrayList<>(); // held back once

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(Pending::waitAtExit, "clmem-exit"));
        } catch (IllegalStateException ending) {
            Clmem.log(LogLevel.WARNING, "the process ends already, and will not wait for pending commands");
        }
    }

    private Pending() {}

    /** Addresses of OpenCL's functions. */
    private static final class OpenCl {
        static final long GET = Clmem.openclFunction("clGetEventInfo");
        static final long GET_OF_QUEUE = Clmem.openclFunction("clGetCommandQueueInfo");
        static final long RETAIN = Clmem.openclFunction("clRetainEvent");
        static final long RELEASE = Clmem.openclFunction("clReleaseEvent");
    }

    /** A user event that was incomplete when a command waited for it. It is retained until it is complete. */
    static final class Gate {
        private final long event;
        private boolean isOpen;

        private Gate(long event) {
            this.event = event;
        }

        /** An error opens it, too. */
        synchronized boolean isClosed() {
            if (!isOpen && Native.eventStatus(OpenCl.GET, event) <= 0) {
                isOpen = true;
                Native.clmem_event_release(event);
            }
            return !isOpen;
        }
    }

    /** Commands of a queue that wait for the same gates. */
    private record Held(Set<Gate> gates, Lane lane) {}

    /**
     * The events of a queue's commands, each with a reference. An in-order queue completes its commands in order, so
     * the last event stands for all; some earlier ones show that a long queue advances. An out-of-order queue needs the
     * event of each pending command.
     */
    static final class Lane {
        private static final int SAMPLES = 64;
        private static final int LOOK = 8; // after so many commands it is asked whether all are complete

        private final boolean isInOrder;
        private long[] events = new long[SAMPLES];
        private int count;
        private int stride = 1;
        private int skipped;
        private boolean isRetired;

        Lane(boolean isInOrder) {
            this.isInOrder = isInOrder;
        }

        /** Takes over a reference; returns false, and does nothing, once retired. */
        synchronized boolean add(long event) {
            if (isRetired) {
                return false;
            }
            if (isInOrder && count > 0) {
                if (count % LOOK == 0 && Native.eventStatus(OpenCl.GET, events[count - 1]) <= 0) {
                    prune(); // the last is complete, and so are all before it
                    stride = 1;
                    skipped = 0;
                } else if (++skipped < stride) {
                    Native.clmem_event_release(events[count - 1]);
                    events[count - 1] = event;
                    return true;
                } else {
                    skipped = 0;
                }
            }
            makeRoom();
            events[count++] = event;
            return true;
        }

        private void makeRoom() {
            if (count < events.length) {
                return;
            }
            if (isInOrder) {
                thin();
            } else if (prune() <= events.length / 2) {
                events = Arrays.copyOf(events, 2 * events.length);
            }
        }

        /** Drops every second event, but not the last. */
        private void thin() {
            for (int i = 0; i < count; i += 2) {
                Native.clmem_event_release(events[i]);
                events[i / 2] = events[i + 1];
            }
            count /= 2;
            stride *= 2;
        }

        /** Drops the events of complete commands, and returns how many. */
        synchronized int prune() {
            int before = count;
            count = Native.pruneEvents(OpenCl.GET, OpenCl.RELEASE, events, count);
            return before - count;
        }

        /** Returns true, and lets nothing more be added, if no command is pending. */
        synchronized boolean retire() {
            prune();
            isRetired = count == 0;
            return isRetired;
        }

        synchronized int count() {
            return count;
        }

        synchronized void flush() {
            if (count > 0) {
                Native.clmem_queue_flush(Native.queueOfEvent(OpenCl.GET, events[count - 1]));
            }
        }
    }

    /**
     * Notes a command that was just enqueued.
     *
     * @param command its event, if Java has an object for it
     * @param event the same as an address
     * @param uses what the command uses, with the events that it waits for
     */
    static void note(Event command, long event, Iterable<? extends Resource> uses) {
        long queue = Native.retainEvent(OpenCl.GET, OpenCl.RETAIN, event);
        if (queue == 0) {
            return; // an event that the driver refuses cannot be waited for
        }
        Set<Gate> gates = Set.of();
        for (Resource each : uses) {
            if (each instanceof Event waitedFor && !waitedFor.gates().isEmpty()) {
                gates = joined(gates, waitedFor.gates());
            }
        }
        if (!gates.isEmpty() || !HELD.isEmpty()) {
            gates = hold(queue, event, gates);
        }
        if (command != null) {
            command.setGates(gates);
        }
        if (!gates.isEmpty()) {
            return;
        }
        Lane lane = LANES.get(queue);
        while (lane == null || !lane.add(event)) {
            lane = first(queue);
        }
    }

    private static Set<Gate> joined(Set<Gate> some, Set<Gate> others) {
        Set<Gate> all = new LinkedHashSet<>(some);
        for (Gate each : others) {
            if (each.isClosed()) {
                all.add(each);
            }
        }
        return all;
    }

    /** Notes a command behind user events. Returns those that hold it back; if there are none, it is not noted yet. */
    private static Set<Gate> hold(long queue, long event, Set<Gate> waitedFor) {
        synchronized (LOCK) {
            settle();
            Set<Gate> gates = waitedFor;
            List<Held> groups = HELD.getOrDefault(queue, List.of());
            for (Held each : groups) {
                if (each.lane.isInOrder) {
                    gates = joined(gates, each.gates);
                }
            }
            if (gates.isEmpty()) {
                return gates;
            }
            if (groups.isEmpty() || !groups.get(groups.size() - 1).gates.equals(gates)) {
                HELD.computeIfAbsent(queue, unused -> new ArrayList<>()).add(new Held(gates, made(queue)));
                groups = HELD.get(queue);
            }
            groups.get(groups.size() - 1).lane.add(event);
            return gates;
        }
    }

    /** Moves the commands whose user events are complete by now. */
    private static void settle() {
        for (List<Held> groups : HELD.values()) {
            groups.removeIf(each -> {
                boolean isFree = each.gates.stream().noneMatch(Gate::isClosed);
                if (isFree) {
                    SETTLED.add(each.lane);
                }
                return isFree;
            });
        }
        HELD.values().removeIf(List::isEmpty);
    }

    /** The user event in an event that the program made, if it is one. */
    static Set<Gate> gateOf(long event) {
        if (!Native.isUserEvent(OpenCl.GET, event)) {
            return Set.of();
        }
        Native.retainEvent(OpenCl.GET, OpenCl.RETAIN, event);
        return Set.of(new Gate(event));
    }

    private static Lane made(long queue) {
        return new Lane(Native.isInOrder(OpenCl.GET_OF_QUEUE, queue));
    }

    /** Begins with a queue's first command. Forgets queues without pending commands: they may be gone. */
    private static Lane first(long queue) {
        LANES.keySet().forEach(Pending::forget);
        synchronized (LOCK) {
            SETTLED.removeIf(Lane::retire);
        }
        return LANES.computeIfAbsent(queue, Pending::made);
    }

    /** Drops what is known of a queue's complete commands. */
    static void prune(long queue) {
        Lane lane = LANES.get(queue);
        if (lane != null) {
            lane.prune();
        }
    }

    /** Drops what is known of a queue, unless it has pending commands. */
    static void forget(long queue) {
        Lane lane = LANES.get(queue);
        if (lane != null && lane.retire()) {
            LANES.remove(queue, lane);
        }
    }

    private static void waitAtExit() {
        try {
            List<Lane> all = new ArrayList<>(LANES.values());
            synchronized (LOCK) {
                settle();
                all.addAll(SETTLED);
            }
            if (!HELD.isEmpty()) {
                Clmem.log(LogLevel.WARNING, "the process ends without waiting for commands that user events hold back, "
                        + "in " + HELD.size() + " queues");
            }
            int left = await(all);
            if (left > 0) {
                Clmem.log(LogLevel.WARNING, "no command completed for " + patience / 1e9 + " s; the process ends while "
                        + left + " queues have pending commands");
            }
        } catch (InterruptedException interrupted) {
            Clmem.log(LogLevel.WARNING, "the wait for pending commands was interrupted: the process ends");
        } catch (RuntimeException failure) {
            Clmem.log(LogLevel.WARNING, "cannot wait for pending commands: " + failure + "; the process ends");
        }
        afterwards.run();
    }

    /** Returns how many queues still have pending commands when no command completes any more. */
    private static int await(List<Lane> all) throws InterruptedException {
        all.forEach(Lane::flush);
        List<Lane> pending = new ArrayList<>(all);
        long last = System.nanoTime();
        long pause = 1;
        while (true) {
            int dropped = pending.stream().mapToInt(Lane::prune).sum();
            pending.removeIf(lane -> lane.count() == 0);
            long now = System.nanoTime();
            if (dropped > 0) {
                last = now;
            }
            if (pending.isEmpty() || now - last >= patience) {
                return pending.size();
            }
            Thread.sleep(pause);
            pause = Math.min(2 * pause, 16);
        }
    }
}
