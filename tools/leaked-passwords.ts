/**
 * `node tools/leaked-passwords.ts LIST [count]`: makes seed/leaked-passwords.bin of a list of leaked passwords, one a
 * line, the most used first. Those that the dictionary of the strength estimate knows, and those that are too short to
 * be accepted, are left out; of the rest the first `count` are marked. The words themselves do not come into the tree.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fieldOf } from '#modules/auth/rules/bloom.ts'
import { codePoints, PASSWORD_MIN } from '#modules/auth/rules/password.ts'
import { root } from './steps.ts'

const USUAL_COUNT = 120_000

const [list, count = String(USUAL_COUNT)] = process.argv.slice(2)
if (!list) {
  process.stdout.write('usage: node tools/leaked-passwords.ts LIST [count]\n')
  process.exit(1)
}
const known = new Set(dictionary['passwords-common'].map(String))
const words = new Set<string>()
for (const line of readFileSync(list, 'utf8').split('\n')) {
  const word = line.trim().normalize('NFC').toLowerCase()
  if (codePoints(word) >= PASSWORD_MIN && !known.has(word)) words.add(word)
  if (words.size >= Number(count)) break
}
const field = fieldOf([...words])
writeFileSync(join(root, 'seed/leaked-passwords.bin'), field)
process.stdout.write(`${words.size} passwords in ${field.length} bytes\n`)
