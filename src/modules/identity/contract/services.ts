/** The services of verification and of electronic identities (wire 14.1). Envelope B, extended authorization. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { rowId } from '../contract.ts'

const served = (path: string) => [path, `/service-api${path}`] as const
const HOUR_MS = 3_600_000

/** Status on the wire: 0 none, 1 pending, 2 approved, 3 refused, 4 expired. */
const document = z.object({
  id: z.number().int(),
  type: z.number().int(),
  status: z.number().int(),
  comment: z.string(),
  date: z.number().int(),
})
export type DocumentReply = z.output<typeof document>

export const documentsCall = endpoint({
  method: 'GET',
  path: served('/verification-api/v1/BackOffice/documents'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  reply: z.object({ documents: z.array(document) }),
  summary: 'Files that the player has sent, the latest first',
})

/** Multipart: type, file. */
export const uploadCall = endpoint({
  method: 'POST',
  path: served('/verification-api/v1/BackOffice/upload'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  files: true,
  rateLimit: { max: 60, windowMs: HOUR_MS },
  reply: z.object({ id: z.number().int(), type: z.number().int(), status: z.number().int() }),
  summary: 'Upload one file of a document; it is handed in by verify',
})

export const verifyCall = endpoint({
  method: 'POST',
  path: served('/verification-api/v1/BackOffice/verify'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  rateLimit: { max: 30, windowMs: HOUR_MS },
  body: z.object({ documentIds: z.array(rowId).min(1).max(20) }),
  reply: z.object({ requestId: z.number().int(), status: z.number().int() }),
  summary: 'Hand in uploaded files',
})

/** JSON with the picture in base64, or multipart with the picture itself. */
export const faceCall = endpoint({
  method: 'POST',
  path: served('/verification-api/v1/FaceId/verify'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  files: true,
  rateLimit: { max: 30, windowMs: HOUR_MS },
  reply: z.object({ status: z.number().int(), score: z.number(), requestId: z.number().int() }),
  summary: 'A look into the camera, compared by the provider',
})

/** The file itself, for its owner. */
export const documentFileCall = endpoint({
  method: 'GET',
  path: '/verification-api/v1/BackOffice/file',
  envelope: 'none',
  auth: 'player',
  wire: true,
  query: z.object({ id: rowId }),
  summary: 'A file that the player has sent, to be saved; every look is noted',
})

const unix = z.number().int()

export const documentScanCall = endpoint({
  method: 'POST',
  path: served('/identity-service/v1/document-scan/token'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  rateLimit: { max: 60, windowMs: HOUR_MS },
  body: z.object({ flowType: z.enum(['document', 'documents', 'scan', 'face']).default('document') }),
  reply: z.object({ token: z.string(), veridocSessionId: z.string(), expires: unix, url: z.string() }),
  summary: 'A token for the scan of a document',
})

const personalCode = z.coerce.string().min(1).max(20)
const started = z.object({ sessionId: z.string(), verificationCode: z.string() })
const sessionState = z.object({
  /** running, ok, refused or timeout. */
  state: z.string(),
  reason: z.string(),
  /** Masked. */
  personalCode: z.string(),
})
const sessionId = z.object({ sessionId: z.string().regex(/^[\w.-]{1,60}$/) })

export const smartIdCall = endpoint({
  method: 'POST',
  path: served('/identity-service/v1/smart-id/authentication'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  rateLimit: { max: 30, windowMs: HOUR_MS },
  body: z.object({ personalCode, country: z.enum(['EE', 'LV', 'LT']) }),
  reply: started,
  summary: 'Ask the Smart-ID of a person; the code is shown to the player',
})

export const smartIdSessionCall = endpoint({
  method: 'GET',
  path: served('/identity-service/v1/smart-id/session/:sessionId'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  params: sessionId,
  reply: sessionState,
  summary: 'How far a Smart-ID session is',
})

export const mobileIdCall = endpoint({
  method: 'POST',
  path: served('/identity-service/v1/mobile-id/authentication'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  rateLimit: { max: 30, windowMs: HOUR_MS },
  body: z.object({ personalCode, phone: z.coerce.string().min(5).max(20) }),
  reply: started,
  summary: 'Ask the Mobile-ID of a person; the code is shown to the player',
})

export const mobileIdSessionCall = endpoint({
  method: 'GET',
  path: served('/identity-service/v1/mobile-id/session/:sessionId'),
  envelope: 'B',
  auth: 'extended',
  wire: true,
  params: sessionId,
  reply: sessionState,
  summary: 'How far a Mobile-ID session is',
})
