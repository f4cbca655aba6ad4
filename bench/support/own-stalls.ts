/**
 * How long this thread's own work held its event loop: a late timer says that the loop waited, the thread's CPU time
 * says how much of the wait was its work and not that of other processes on the machine.
 */
const SAMPLE_MS = 5

export interface OwnStalls {
  /** The longest wait since the last question, and the longest that own work made; ms. */
  take(): { seenMs: number; ownMs: number }
}

export function watchOwnStalls(): OwnStalls {
  let most = { seenMs: 0, ownMs: 0 }
  let last = performance.now()
  let cpu = ownCpuMs()
  setInterval(() => {
    const now = performance.now()
    const used = ownCpuMs()
    const late = now - last - SAMPLE_MS
    most.seenMs = Math.max(most.seenMs, late)
    most.ownMs = Math.max(most.ownMs, Math.min(late, used - cpu))
    last = now
    cpu = used
  }, SAMPLE_MS)
  return {
    take() {
      const told = most
      most = { seenMs: 0, ownMs: 0 }
      return told
    },
  }
}

function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
