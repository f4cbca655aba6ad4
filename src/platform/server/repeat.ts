/** Work that comes again and again in a process: polls, sweeps, backstops of lost hints. */

/**
 * Does it every so often, never twice at once: what takes longer than that is not begun anew before it is over. The answer
 * stops it and waits for what is running.
 */
export function repeat(everyMs: number, work: () => unknown, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  const turn = async () => {
    try {
      await work()
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(() => {
    running ??= turn().finally(() => (running = null))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
