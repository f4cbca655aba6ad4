import { expect, it } from 'vitest'
import { program, runSteps, type Step } from './steps.ts'

async function said(steps: readonly (Step | Step[])[]): Promise<[code: number, said: string]> {
  const parts: string[] = []
  const code = await runSteps(steps, (text) => parts.push(text))
  return [code, parts.join('')]
}
const node = (name: string, script: string) => program(name, process.execPath, ['-e', script])

it('steps beside each other say each their own in one piece, and every one of them has its time', async () => {
  const talk = (word: string) => `console.log('${word} 1'); setTimeout(() => console.log('${word} 2'), 50)`
  const [code, text] = await said([[node('left', talk('left')), node('right', talk('right'))]])
  expect(code).toBe(0)
  for (const word of ['left', 'right']) {
    expect(text).toContain(`== ${word}\n${word} 1\n${word} 2\n`)
    expect(text).toMatch(new RegExp(` {2}${word} +\\d`))
  }
})

it('one that fails is named, what stands behind it does not begin', async () => {
  let begun = false
  const late: Step = { name: 'late', run: () => Promise.resolve(Number((begun = true))) }
  expect(await said([[node('wrong', 'process.exit(3)'), node('right', '')], late])).toEqual([1, expect.stringMatching(/\nwrong failed\n$/)])
  expect(begun).toBe(false)
})
