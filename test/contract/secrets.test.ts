/** No secret in the repository, in what a browser is sent, or in a source map (standards WEB-19). */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What keys and proofs look like, by those who issue them. */
const SECRETS: Record<string, RegExp> = {
  'private key': /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{40}/,
  'cloud key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'payment key': /\b(?:sk|rk)_live_[0-9a-zA-Z]{20,}/,
  'repository token': /\b(?:ghp|gho|ghs|github_pat)_[0-9A-Za-z_]{30,}/,
  'chat token': /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  'search key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'signed token': /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
  'address with a password':
    /\b(?:postgres(?:ql)?|smtps?|nats|mysql|redis):\/\/[^\s:@/'"`$]+:[^\s:@/'"`${}]{6,}@(?!localhost|127\.0\.0\.1)/,
  'installation key': /"(?:rsaPrivatePem|macKey|currentSealKey)"\s*:\s*"[^"]{20,}/,
}

const kindsIn = (text: string) => Object.entries(SECRETS).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
const TEXT = new Set([
  '.ts',
  '.tsx',
  '.js',
  '.mjs',
  '.json',
  '.css',
  '.html',
  '.md',
  '.sql',
  '.sh',
  '.yml',
  '.yaml',
  '.svg',
  '.txt',
  '.map',
  '',
])

function found(files: readonly string[]): string[] {
  return files
    .filter((file) => TEXT.has(extname(file)) && existsSync(file) && statSync(file).size < 5_000_000)
    .flatMap((file) => kindsIn(readFileSync(file, 'utf8')).map((kind) => `${file.slice(root.length + 1)}: ${kind}`))
}

function below(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

it('what is planted is found', () => {
  expect(kindsIn(`key = "${'AKIA'}${'Q'.repeat(16)}"`)).toEqual(['cloud key'])
  expect(kindsIn(`${'-----BEGIN PRIVATE'} KEY-----\n${'A'.repeat(60)}`)).toEqual(['private key'])
  expect(kindsIn(`url: ${'postgres'}://admin:correct-horse@db.example/polosa`)).toEqual(['address with a password'])
})

it('none is in the repository', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 32 << 20,
  })
  const list = files.split('\n').filter(Boolean)
  expect(list.length).toBeGreaterThan(500)
  expect(list.filter((file) => /(^|\/)(\.env(\..+)?|keys\.json|id_rsa|.*\.(pem|key|p12|pfx))$/.test(file))).toEqual([])
  // The tests of this very file name patterns; fixtures of keys are made when tests run.
  expect(found(list.filter((file) => file !== 'test/contract/secrets.test.ts').map((file) => join(root, file)))).toEqual([])
})

it('none is in what a browser is sent, and no source map lies beside it', () => {
  const sent = [...below(join(root, 'build/client')), ...below(join(root, 'public'))]
  expect(found(sent)).toEqual([])
  expect(sent.filter((file) => file.endsWith('.map'))).toEqual([])
  const code = sent.filter((file) => file.endsWith('.js')).map((file) => readFileSync(file, 'utf8'))
  // Server code in a bundle would bring these with it.
  for (const text of code) expect(/providerSecret|rsaPrivatePem|DATABASE_URL|password_hash/.exec(text)?.[0]).toBeUndefined()
})
