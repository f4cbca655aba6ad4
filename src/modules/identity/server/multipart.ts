/** Forms with files: read whole, after their size and number of parts are known. */
import type { FastifyInstance } from 'fastify'
import { assertSound, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'

/** All files of a form together. */
const MAX_FORM_BYTES = 40 * 1024 * 1024
const MAX_PARTS = 40
const MAX_VALUE = 2_000

export interface SentFile {
  field: string
  name: string
  bytes: Buffer
}

export interface SentForm {
  /** The last of several values of a name. */
  values: Record<string, string>
  files: SentFile[]
}

/** In a scope of its own the body of a form stays what it is. JSON is taken too: for calls that may come either way. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) => done(null, body))
}

/** Problem: identity.bad_form (422). Throws Malformed for texts that nobody can keep. */
export async function readForm(ctx: Ctx): Promise<SentForm | Problem> {
  const form = await parsedForm(ctx)
  if (!isProblem(form)) assertSound({ ...form.values, ...Object.fromEntries(form.files.map(({ field, name }) => [field, name])) })
  return form
}

async function parsedForm(ctx: Ctx): Promise<SentForm | Problem> {
  const { body } = ctx.request as unknown as { body: unknown }
  const type = ctx.request.headers['content-type'] ?? ''
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (/^application\/json/i.test(type)) return readJson(bytes)
  const boundary = boundaryOf(type)
  if (!boundary || countOf(bytes, boundary) > MAX_PARTS) return badForm()
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return await sentForm(form)
  } catch {
    return badForm()
  }
}

function badForm(): Problem {
  return problem('identity.bad_form', { status: 422, field: 'docFiles' })
}

/**
 * What cuts the parts. Whoever reads the form must cut at the same: it is named once, and nothing in it is written in a way
 * that a reader takes away, as spaces around it and a backslash.
 */
function boundaryOf(type: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(type) || (type.match(/boundary=/gi)?.length ?? 0) !== 1) return null
  return /boundary=("?)([\w'()+,./:=?-]{1,70})\1(?:;|$)/i.exec(type)?.[2] ?? null
}

function countOf(bytes: Buffer, boundary: string): number {
  let count = 0
  for (let at = bytes.indexOf(boundary); at >= 0 && count <= MAX_PARTS; at = bytes.indexOf(boundary, at + 1)) count += 1
  return count
}

type EntryOfForm = [string, { name: string; arrayBuffer(): Promise<ArrayBuffer> } | string]

async function sentForm(form: { entries(): Iterable<unknown> }): Promise<SentForm> {
  const values: [string, string][] = []
  const files: SentFile[] = []
  for (const [field, value] of form.entries() as Iterable<EntryOfForm>) {
    if (typeof value === 'string') values.push([field, value.slice(0, MAX_VALUE)])
    // An empty choice of a browser's form is no file.
    else if (value.name !== '') files.push({ field, name: value.name.slice(0, 200), bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return { values: Object.fromEntries(values), files }
}

/** Values as texts; `image` in base64 is a file. */
function readJson(bytes: Buffer): SentForm | Problem {
  try {
    const given = JSON.parse(bytes.toString('utf8')) as unknown
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return badForm()
    const entries = Object.entries(given).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    const { image, ...values } = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    const picture = image ? Buffer.from(image.replace(/^data:[^,]{0,60},/, ''), 'base64') : null
    return {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, MAX_VALUE)])),
      files: picture ? [{ field: 'image', name: 'image', bytes: picture }] : [],
    }
  } catch {
    return badForm()
  }
}

/** A value of a form without regard to the case of its name (wire 19). */
export function valueOf({ values }: SentForm, name: string): string {
  const found = Object.entries(values).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return (found?.[1] ?? '').trim()
}
