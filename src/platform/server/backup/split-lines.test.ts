import { expect, it, vi } from 'vitest'
import { splitLines } from './split-lines.ts'

async function* piecesOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
async function linesOf(text: string, length: number): Promise<string[]> {
  const lines = []
  for await (const line of splitLines(piecesOf(Buffer.from(text), length))) lines.push(line.toString())
  return lines
}

it('gives the lines as they were, however they are cut', async () => {
  const lines = ['ё🙂', '', 'one', '', 'a longer line than all others', '']
  for (let length = 1; length < 12; length += 1) expect([length, await linesOf(`${lines.join('\n')}\n`, length)]).toEqual([length, lines])
})

it('copies a long line once', async () => {
  const concat = vi.spyOn(Buffer, 'concat')
  const [line] = await linesOf(`${'x'.repeat(1_000_000)}\n`, 1_000)
  expect([line!.length, concat.mock.calls.length]).toEqual([1_000_000, 1])
  concat.mockRestore()
})
