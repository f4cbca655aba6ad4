/**
 * What processes of one installation say to each other (design §6). Postgres holds money and is asked about it;
 * the bus only carries what can be had again: facts (from the feed), hints to look again, and images of the book.
 */
export interface Bus {
  /** False: this process is alone. Nothing leaves it and nothing comes, at no cost. */
  readonly shared: boolean
  /** Tells every other process, at most once. The payload goes as JSON. */
  broadcast(subject: string, payload: unknown): void
  on(subject: string, handler: (payload: unknown) => void): void
  /**
   * Appends JSON records to the log of facts, in order, each once. It does not wait: what cannot be sent for long
   * is dropped, and followers see the gap in the numbers that the records carry.
   */
  append(record: string): void
  /** Records of the log from a few seconds ago on, in order, until `close`. Repeats and gaps are the handler's matter. */
  follow(handler: (records: unknown[]) => void): void
  /** Answers `fetch` of other processes, chunk by chunk. */
  serve(subject: string, chunks: () => AsyncIterable<Uint8Array>): void
  /** Chunks of the one process that serves the subject; throws when nobody does or it falls silent. */
  fetch(subject: string): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Bytes of one message: below the usual limit of 1 MB. */
export const MAX_CHUNK = 900_000
