import { expect, test } from 'vitest'
import { drawPng, inPictureTurn } from './pictures.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
const sent = () => inPictureTurn(async (sharp) => sharp(Buffer.from(svg)).metadata())

test('our own drawing is drawn, the same one sent by a player is not read, before and after', async () => {
  await expect(sent()).rejects.toThrow(/unsupported/)
  const [png, refused] = await Promise.allSettled([drawPng(svg, 16), sent()])
  expect(png).toMatchObject({ status: 'fulfilled', value: expect.any(Buffer) })
  expect(refused.status).toBe('rejected')
  await expect(sent()).rejects.toThrow(/unsupported/)
})

test('only so many wait for their turn', async () => {
  const turns = Array.from({ length: 20 }, () => inPictureTurn(async () => 'done'))
  const ended = await Promise.all(turns)
  expect(ended.filter((one) => one === null)).toHaveLength(8)
  expect(await inPictureTurn(async () => 'later')).toBe('later')
})
