/**
 * Sends records in order: whatever has queued leaves in one message as soon as the one before it is stored, so
 * messages grow and shrink with the load. A message is sent again with the same id until the server has it.
 */
export interface LogWriter {
  append(record: string): void
  /** Resolves when everything queued is stored or given up. */
  close(): Promise<void>
}

export interface LogWriterOptions {
  /** Stores one message; rejects when its fate is unknown. The same id twice is stored once. */
  publish(text: string, id: string): Promise<void>
  /** Unique to this life of the process. */
  idPrefix: string
  onDropped(records: number): void
  retryMs?: number
}

/** In characters: three bytes each at the worst, which stays below the usual limit of 1 MB. */
const MAX_MESSAGE = 256_000
/** More than this waiting means that the server is gone for long; followers take an image afterwards. */
const MAX_QUEUED = 64_000_000

export function createLogWriter({ publish, idPrefix, onDropped, retryMs = 250 }: LogWriterOptions): LogWriter {
  let queue: string[] = []
  let queued = 0
  let messages = 0
  let closed = false
  let sending: Promise<void> | null = null

  function take(): string {
    let size = 0
    let count = 0
    while (count < queue.length && (count === 0 || size + queue[count]!.length < MAX_MESSAGE)) {
      size += queue[count]!.length
      count += 1
    }
    const taken = queue.splice(0, count)
    queued -= size
    return `[${taken.join(',')}]`
  }

  async function send(): Promise<void> {
    // A turn of the event loop: what is appended together leaves together.
    await new Promise((done) => setImmediate(done))
    while (queue.length > 0) {
      const text = take()
      const id = `${idPrefix}-${(messages += 1)}`
      for (;;) {
        try {
          await publish(text, id)
          break
        } catch {
          if (closed) return
          await new Promise((done) => setTimeout(done, retryMs))
        }
      }
    }
  }

  return {
    append(record) {
      if (closed) return
      if (queued + record.length > MAX_QUEUED) {
        onDropped(queue.length)
        queue = []
        queued = 0
      }
      queue.push(record)
      queued += record.length
      sending ??= send().finally(() => (sending = null))
    },
    async close() {
      closed = true
      await sending
    },
  }
}
