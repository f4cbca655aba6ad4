/** A bench that is ended by hand (Ctrl-C, a closed terminal, kill) ends what it has started before it goes. */
type Ending = () => void | Promise<void>

const endings = new Set<Ending>()
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.allSettled([...endings].map(async (ending) => ending()))
  process.exit(1)
}

/** Gives what takes the ending back. */
export function whenEnded(ending: Ending): () => void {
  endings.add(ending)
  return () => void endings.delete(ending)
}
