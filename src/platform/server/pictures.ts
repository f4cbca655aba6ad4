/** The one door to the library of pictures: which formats it reads is a setting of the whole process. */

export type Pictures = typeof import('sharp').default

/** Pictures that wait for their turn; more are asked to come again. */
const MOST_WAITING = 12
const DRAWINGS = { operation: ['VipsForeignLoadSvgBuffer'] }

let loaded: Promise<Pictures> | null = null

/** Loaded with the first picture. Only the decoders of the three kinds that players send are left in. */
function load(): Promise<Pictures> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
    return sharp
  })
  return loaded
}

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture at a time in a process: its memory is bounded however many are sent at once. Null when too many wait. */
export async function inPictureTurn<T>(work: (sharp: Pictures) => Promise<T>): Promise<T | null> {
  if (waiting >= MOST_WAITING) return null
  waiting += 1
  const mine = turn.then(async () => work(await load()))
  turn = mine.catch(() => {}).finally(() => (waiting -= 1))
  return mine
}

/** A PNG of a drawing of our own. Its decoder is open for this turn only: what players send never reaches it. Null when too many wait. */
export async function drawPng(svg: string, sizePx: number): Promise<Buffer | null> {
  return inPictureTurn(async (sharp) => {
    sharp.unblock(DRAWINGS)
    try {
      return await sharp(Buffer.from(svg)).resize(sizePx, sizePx).png().toBuffer()
    } finally {
      sharp.block(DRAWINGS)
    }
  })
}
