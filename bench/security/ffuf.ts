/** Names that must not be there, below every prefix of the product. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack, Report } from './target.ts'

const NAMES = [
  '.env',
  '.env.local',
  '.git/config',
  '.git/HEAD',
  '.gitignore',
  '.npmrc',
  '.svn/entries',
  '.htaccess',
  '.DS_Store',
  'Dockerfile',
  'docker-compose.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'keys.json',
  'config.json',
  'backup.zip',
  'backup.sql',
  'dump.sql',
  'db.sqlite',
  'id_rsa',
  'server.key',
  'admin',
  'administrator',
  'phpinfo.php',
  'info.php',
  'wp-login.php',
  'server-status',
  'actuator',
  'actuator/env',
  'debug',
  'console',
  'graphql',
  'swagger.json',
  'openapi.json',
  'v2/api-docs',
  'trace',
  'heapdump',
  'metrics/../healthz',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  'assets/../../package.json',
  'index.js.map',
  'server.js.map',
  'entry.client.js.map',
  'test',
  'old',
  'tmp',
  'logs',
  'log.txt',
  'internal',
  'private',
  'secret',
  'users',
  'user',
  'api',
  'api/v1',
  'api/users',
  'export',
  'download',
  'upload',
  'shell',
  'cgi-bin/test.cgi',
]

/** Anything that answers 200 to a file's name, and any 5xx. Pages of the site answer unknown addresses with 404. */
export function runFfuf({ url, calls, dir, minutes }: Attack): Report {
  const prefixes = [...new Set(['', ...calls.map(({ path }) => path.split('/').slice(1, 3).join('/'))])]
  const words = prefixes.flatMap((prefix) => NAMES.map((name) => (prefix ? `${prefix}/${name}` : name)))
  const list = join(dir, 'names.txt')
  const out = join(dir, 'ffuf.json')
  writeFileSync(list, words.join('\n'))
  spawnSync(
    'ffuf',
    [
      '-w',
      list,
      '-u',
      `${url}/FUZZ`,
      '-mc',
      '200,201,202,204,206,500,501,502,503,504',
      '-t',
      '8',
      '-maxtime',
      String(minutes * 60),
      '-of',
      'json',
      '-o',
      out,
      '-s',
    ],
    {
      stdio: 'ignore',
    },
  )
  const { results } = JSON.parse(readFileSync(out, 'utf8')) as { results: { url: string; status: number; length: number }[] | null }
  const known = new Set(calls.filter(({ method }) => method === 'GET').map(({ path }) => path.toLowerCase()))
  const findings = (results ?? [])
    .filter(({ url: found, status }) => status >= 500 || !known.has(new URL(found).pathname.toLowerCase()))
    .map(({ url: found, status, length }) => `${status} ${found} (${length} bytes)`)
  return { findings, reached: `${words.length} names` }
}
