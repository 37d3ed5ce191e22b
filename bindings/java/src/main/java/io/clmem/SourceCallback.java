package io.clmem;

import java.util.OptionalLong;

/** Adapts a {@link MemorySource} to the C callbacks of a provider. */
final class SourceCallback implements Callbacks.Target {
    private final MemorySource source;

    private SourceCallback(MemorySource source) {
        this.source = source;
    }

    static void create(MemorySource source, Uses uses, long[] provider) {
        long context = uses.orNone(source.context());
        Structs.ProviderCallbacks callbacks = new Structs.ProviderCallbacks()
                .memoryIsBuffer(context == 0 ? 0 : 1)
                .alignmentBytes(source.alignmentBytes())
                .maxAllocationBytes(source.maxAllocationBytes())
                .memoryBytes(source.memoryBytes())
                .context(context)
                .allocate(Native.callback(CallbackKind.MEMORY_ALLOCATE.ordinal()))
                .release(Native.callback(CallbackKind.MEMORY_RELEASE.ordinal()))
                .userRelease(Native.callback(CallbackKind.USER_RELEASE.ordinal()));
        long user = Native.newReference(new SourceCallback(source));
        callbacks.user(user);
        try {
            Native.clmem_provider_create_user(callbacks.bytes, provider);
        } catch (Throwable failure) {
            Native.deleteReference(user);
            throw failure;
        }
    }

    @Override
    public long call(CallbackKind kind, long[] words) {
        switch (kind) {
            case MEMORY_ALLOCATE -> {
                OptionalLong memory = source.allocate(words[1]);
                Host.view(words[2], Long.BYTES).putLong(0, memory.orElse(0));
                return memory.isPresent() ? 0 : StatusCode.ERROR_OUT_OF_MEMORY.code();
            }
            case MEMORY_RELEASE -> source.release(words[1], words[2]);
            default -> Native.deleteReference(words[0]);
        }
        return 0;
    }
}
