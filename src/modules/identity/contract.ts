/** Identification in the office (wire 14.1): what is asked, what was sent, why it was refused. */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'

export const rowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Of one attempt to prove who the player is. */
const attempt = z.object({
  id: z.number().int(),
  /** documents, scan, face, smart_id or mobile_id. */
  kind: z.string(),
  doc_type: z.number().int(),
  title: z.string(),
  /** started, pending, approved, refused, timeout or revoked. */
  state: z.string(),
  reason: z.string(),
  message: z.string(),
  comment: z.string(),
  /** Unix seconds; 0 = not yet, or never. */
  date: z.number().int(),
  decided: z.number().int(),
  valid_until: z.number().int(),
  files: z.number().int(),
})
export type AttemptReply = z.output<typeof attempt>

/** `comment`: what the officer has added to his decision. */
const step = z.object({ what: z.string(), text: z.string(), comment: z.string(), date: z.number().int() })
export type StepReply = z.output<typeof step>

/** An electronic identity that waits for its telephone: what the player compares, and until when. */
const runningSession = z.object({ kind: z.string(), session_id: z.string(), code: z.string(), until: z.number().int() })
export type RunningSessionReply = z.output<typeof runningSession>

const docType = z.object({ doc_type: z.number().int(), title: z.string(), fields: z.array(z.string()) })
export type DocTypeReply = z.output<typeof docType>

export const configCall = endpoint({
  method: 'GET',
  path: office('identification/config'),
  envelope: 'C',
  auth: 'extended',
  wire: true,
  reply: z.object({
    flowType: z.string(),
    doc_types: z.array(docType),
    min_age: z.number().int(),
    /** Time of the product, Unix seconds: what dates of a form are measured by. */
    now: z.number().int(),
    /** none, pending, approved, refused or expired. */
    status: z.string(),
    /** document and face: what is still to be sent. */
    missing: z.array(z.string()),
    needs: z.array(z.string()),
    methods: z.array(z.string()),
    /** play, deposit and withdrawal: what is closed until the player is verified. */
    required_for: z.array(z.string()),
    max_files: z.number().int(),
    max_file_bytes: z.number().int(),
    file_types: z.array(z.string()),
    valid_until: z.number().int(),
    /** The provider is a simulated one; what it answers is decided at /dev/identity. */
    simulated: z.boolean(),
    attempts: z.array(attempt),
    steps: z.array(step),
    /** At most one of a kind: a new one ends the one before. */
    sessions: z.array(runningSession),
  }),
  summary: 'What is asked of the papers of this player, and where it stands',
})
export type IdentificationReply = z.output<typeof configCall.reply>

/** Multipart: doc_type, verificationType, the fields of the type, docFiles (several); or a session of a provider by its name. */
export const dataCall = endpoint({
  method: 'POST',
  path: office('identification/data'),
  envelope: 'C',
  auth: 'extended',
  wire: true,
  files: true,
  rateLimit: { max: 30, windowMs: 3_600_000 },
  reply: z.object({ request_id: z.number().int(), status: z.string() }),
  summary: 'Hand in a document with its files, or what a session has shown',
})

export const failCall = endpoint({
  method: 'GET',
  path: office('identification/fail'),
  envelope: 'C',
  auth: 'extended',
  wire: true,
  reply: z.object({ reason: z.string(), message: z.string(), comment: z.string(), date: z.number().int() }),
  summary: 'Why the last attempt was refused; empty when it was not',
})

export const scanTokenCall = endpoint({
  method: 'GET',
  path: office('verigram/token'),
  envelope: 'C',
  auth: 'extended',
  wire: true,
  rateLimit: { max: 60, windowMs: 3_600_000 },
  /** document: a scan; face: a look into the camera. */
  query: z.object({ flowType: z.enum(['document', 'documents', 'scan', 'face']).default('document') }),
  reply: z.object({
    verigramAccessToken: z.string(),
    expires: z.number().int(),
    flowType: z.string(),
    /** The session by its kind; the other is empty. */
    veridocSessionId: z.string(),
    veriliveSessionId: z.string(),
    /** Page of the provider where it goes on; empty when its program does. */
    url: z.string(),
  }),
  summary: 'A token for the scan of a document or a look into the camera',
})
