/** Lines of bytes that come in pieces. Each byte is looked at and copied once: a line of a sealed archive is tens of megabytes long. */
export async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const bytes of source) {
    let from = 0
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      const last = bytes.subarray(from, end)
      yield begun.length > 0 ? Buffer.concat([...begun, last]) : last
      begun = []
      from = end + 1
    }
    if (from < bytes.length) begun.push(bytes.subarray(from))
  }
}

const NEW_LINE = 10
