/** The copy of everything: JSON by part and table, and a page that a person can read. */
import { languageTag } from '#lib/language-tag.ts'
import type { Db } from '#platform/server/db.ts'
import type { PersonalPart } from '#platform/server/personal-data.ts'
import { directionOf } from '#platform/shared/visit.ts'
import { rowsOf } from './parts.ts'
import { zipOf, type ZipFile } from './zip.ts'

/** What of the sealed store a copy needs. */
export interface FilesOfPlayer {
  list(playerId: number): Promise<{ id: bigint; name: string; size: number }[]>
  open(fileId: bigint, viewer: { viewer: 'owner' }): Promise<{ name: string; bytes: Buffer } | null>
}

export interface ArchiveText {
  lng: string
  text(key: string, params?: Record<string, string | number>): string
}

const escape = (value: string) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A value of a row for the page; long ones stand whole in the file beside it. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return escape(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}

const SHOWN_ROWS = 50

function tableHtml(rows: readonly Record<string, unknown>[], more: string): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const head = columns.map((name) => `<th>${escape(name)}</th>`).join('')
  const body = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => `<tr>${columns.map((name) => `<td>${cell(row[name])}</td>`).join('')}</tr>`)
    .join('')
  return `<div class="t"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${rows.length > SHOWN_ROWS ? `<p>${more}</p>` : ''}`
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px}h2{margin-top:32px}.t{overflow-x:auto}table{border-collapse:collapse;font-size:13px}th,td{border:1px solid #999;padding:4px 8px;text-align:start;vertical-align:top}'

/** A copy is made in memory: files above this in all are named in it and asked for from support. */
const MOST_FILE_BYTES = 64 * 1024 * 1024

/** The pictures and papers themselves, opened; each stands under its number, as in the table of files. */
async function filesOf(store: FilesOfPlayer, playerId: number, text: ArchiveText['text']): Promise<{ files: ZipFile[]; shown: string }> {
  const files: ZipFile[] = []
  const rows: string[] = []
  let bytes = 0
  for (const { id, name, size } of await store.list(playerId)) {
    const label = escape(`${id} · ${name}`)
    const file = bytes + size <= MOST_FILE_BYTES ? await store.open(id, { viewer: 'owner' }) : null
    if (!file) {
      rows.push(`<li>${label} · ${escape(text('privacy:page_not_here'))}</li>`)
      continue
    }
    bytes += file.bytes.length
    const path = `files/${id}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(-80)}`
    files.push({ name: path, bytes: file.bytes })
    rows.push(`<li><a href="${escape(encodeURI(path))}">${label}</a></li>`)
  }
  const shown = rows.length > 0 ? `<h2>${escape(text('privacy:page_files'))}</h2><ul>${rows.join('')}</ul>` : ''
  return { files, shown }
}

/** Bytes of a ZIP archive with everything that the parts hold on the player and the files he has sent, without secrets of the house. */
export async function makeArchive(
  { db, parts, files: store }: { db: Db; parts: readonly PersonalPart[]; files: FilesOfPlayer },
  playerId: number,
  at: Date,
  words: ArchiveText,
): Promise<Buffer> {
  const { lng, text } = words
  const files: ZipFile[] = []
  const sections: string[] = []
  for (const { name, tables } of parts) {
    const shown: string[] = []
    for (const table of tables) {
      const rows = await rowsOf(db, table, playerId)
      if (rows.length === 0) continue
      const file = `${name}/${table.table}.json`
      files.push({ name: file, bytes: Buffer.from(`${JSON.stringify(rows, null, 1)}\n`) })
      const link = `<a href="${file}">${escape(file)}</a>`
      shown.push(`<h3>${link} · ${rows.length}</h3>${tableHtml(rows, escape(text('privacy:page_more')))}`)
    }
    if (shown.length > 0) sections.push(`<h2>${escape(text(`privacy:part_${name}`))}</h2>${shown.join('')}`)
  }
  const sent = await filesOf(store, playerId, text)
  sections.push(sent.shown)
  const title = escape(text('privacy:page_title', { player: playerId }))
  const lead = escape(text('privacy:page_lead', { date: at.toISOString().slice(0, 16).replace('T', ' ') }))
  const page = `<!doctype html><html lang="${languageTag(lng)}" dir="${directionOf(lng)}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${lead}</p>${sections.join('')}</html>\n`
  return zipOf([{ name: 'index.html', bytes: Buffer.from(page) }, ...files, ...sent.files], at)
}
