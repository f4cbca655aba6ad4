/**
 * Letters and SMS. A message is written in the transaction of its cause; it leaves by SMTP, and in development
 * it also lies in the local inbox. Texts are the keys `mail_<template>_subject`, `mail_<template>_text` and
 * `sms_<template>` of the dictionary `auth`.
 */
import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import { must } from '#lib/assert.ts'
import { MINUTE, SECOND, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tables, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { isCodeOfError } from '#platform/server/log-error.ts'
import { counter } from '#platform/server/metrics.ts'
import type { SmsPort } from '#platform/server/sms.ts'
import type { Texts } from '#platform/server/texts.ts'
import './tables.ts'

export interface Message {
  brand: string
  /** app: the messenger of that phone number instead of an SMS. */
  channel: 'mail' | 'sms' | 'app'
  to: string
  template: string
  lng: string
  /** Beside them every text knows `brand`: the brand's name. */
  params: Record<string, string | number>
  /** Advertising and notices of games: it leaves after what somebody waits for. */
  toMany?: boolean
  /** Of a letter that its reader may end by one press: the whole address. */
  unsubscribe?: string
}

export interface Messenger {
  send(tx: Tx, message: Message): Promise<void>
  /**
   * Hands a round of what is queued to the mail server, or to the gateway of SMS: a code by SMS waits for no silent mail server.
   * Gives the number that left.
   */
  deliver(channel: MessageRow['channel']): Promise<number>
}

export interface MessengerOptions {
  db: Db
  clock: Clock
  texts: Texts
  /** Messages are also put into the local inbox: development only. */
  inbox: boolean
  smtpUrl: string | null
  /** Whom the letters of a brand come from. */
  senderOf: (brand: string) => LetterSender
  /** What stands under every letter of a brand in words of the house (RG-23); left out: nothing. */
  footOf?: (brand: string, lng: string) => LetterFoot | null
  /** Where SMS go; null: the local inbox only. */
  sms?: SmsPort | null
  log?: Pick<Logger, 'warn'>
  /** For tests: how long a mail server may be silent. */
  silentMs?: number
}

export interface LetterSender {
  name: string
  address: string
}

export interface LetterFoot {
  /** Its name. */
  brand: string
  age: number
  licence: string
  /** Page about responsible gambling, whole address. */
  link: string
  helpLine: string
}

const MAX_ATTEMPTS = 8
/** Of one round; the next one is seconds away. */
const BATCH = 20
const AT_ONCE = 5
/** How long a mail server may be silent, at its door or between two of its answers. */
const SILENT_MS = 20 * SECOND
/** Longer than a message can be on its way: until then it belongs to who has taken it. */
const TAKEN_MS = 5 * MINUTE

const failures = counter('message_failures_total', 'Letters and SMS that could not be handed over, each try', ['channel'])

type MessageRow = Selectable<Tables['message_out']>

export function createMessenger(options: MessengerOptions): Messenger {
  const { clock, texts, inbox } = options
  const { smtpUrl } = options
  // Read where there is a mail server, with the first letters.
  let opened: Promise<Transporter> | undefined
  const transport = async () => {
    if (!smtpUrl) return null
    const silentMs = options.silentMs ?? SILENT_MS
    const patience = { connectionTimeout: silentMs, greetingTimeout: silentMs, socketTimeout: silentMs }
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport({ url: smtpUrl, ...patience }))
    return opened
  }
  return {
    async send(tx, message) {
      const { subject, body } = render(texts, message, options.footOf?.(message.brand, message.lng) ?? null)
      const at = new Date(clock.now())
      const { brand, channel, template, to: recipient } = message
      if (inbox) await tx.insertInto('dev_inbox').values({ brand, channel, recipient, template, subject, body, at }).execute()
      // Without a mail server or SMS port there is nobody to hand the message to; the inbox has it.
      if (channel === 'app' || !(channel === 'mail' ? smtpUrl : options.sms)) return
      await tx
        .insertInto('message_out')
        .values({
          brand,
          channel,
          recipient,
          template,
          language: message.lng,
          subject,
          body,
          unsubscribe_url: message.unsubscribe ?? null,
          to_many: message.toMany ?? false,
          state: 'queued',
          next_try_at: at,
          created_at: at,
        })
        .execute()
    },
    async deliver(channel) {
      if (channel === 'sms') return options.sms ? await deliverDue(options, channel, null) : 0
      return smtpUrl ? await deliverDue(options, channel, await transport()) : 0
    },
  }
}

function render(
  texts: Texts,
  { brand, channel, template, lng, params: given, unsubscribe: link }: Message,
  foot: LetterFoot | null,
): { subject: string; body: string } {
  const params = { ...given, brand: foot?.brand ?? brand }
  if (channel !== 'mail') {
    const leave = link ? ` ${texts.text(lng, 'auth:sms_unsubscribe', { link })}` : ''
    return { subject: '', body: texts.text(lng, `auth:sms_${template}`, params).trim() + leave }
  }
  return {
    subject: texts.text(lng, `auth:mail_${template}_subject`, params),
    body:
      texts.text(lng, `auth:mail_${template}_text`, params).trim() +
      (link ? `\n\n${texts.text(lng, 'auth:letter_unsubscribe', { link })}` : '') +
      (foot ? `\n\n${texts.text(lng, 'auth:letter_foot', { ...foot }).trim()}` : ''),
  }
}

/** What a mail program needs to end such letters by one press (RFC 2369, RFC 8058). */
function leaving(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Sends what is due, several at once: one that hangs holds up neither the others nor their marks. Gives how many have left. */
async function deliverDue(options: MessengerOptions, channel: MessageRow['channel'], transport: Transporter | null): Promise<number> {
  let [left, sent] = [BATCH, 0]
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const row = await claimMessage(options, channel)
      if (!row) return
      if (await deliverOne(options, transport, row)) sent += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return sent
}

/**
 * The try counts before anybody outside hears of the message, and no transaction is open while it is sent: a process that
 * dies on the way sends it once more at most. What has no try left was lost by one that died in the last.
 * What goes to many at once leaves last, however much of it was queued earlier.
 */
async function claimMessage({ db, clock }: MessengerOptions, channel: MessageRow['channel']): Promise<MessageRow | null> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await tx
      .updateTable('message_out')
      .set({ state: 'failed' })
      .where('state', '=', 'queued')
      .where('next_try_at', '<=', new Date(now))
      .where('attempts', '>=', MAX_ATTEMPTS)
      .execute()
    const due = tx
      .selectFrom('message_out')
      .select('id')
      .where('state', '=', 'queued')
      .where('channel', '=', channel)
      .where('next_try_at', '<=', new Date(now))
      .orderBy('to_many')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
    const taken = await tx
      .updateTable('message_out')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_try_at: new Date(now + TAKEN_MS) }))
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst()
    return taken ?? null
  })
}

async function deliverOne(options: MessengerOptions, transport: Transporter | null, row: MessageRow): Promise<boolean> {
  const { db, clock, log } = options
  const { id, channel, template, attempts } = row
  try {
    await hand(options, transport, row)
  } catch (error) {
    failures.inc({ channel })
    // The words of a mail server quote addresses, so only its codes are told.
    log?.warn({ message: String(id), channel, template, attempts, ...codesOf(error) }, 'a message has not left')
    const state = attempts >= MAX_ATTEMPTS ? 'failed' : 'queued'
    const next_try_at = new Date(clock.now() + MINUTE * 2 ** attempts)
    await db.updateTable('message_out').set({ state, next_try_at }).where('id', '=', id).execute()
    return false
  }
  await db.updateTable('message_out').set({ state: 'sent', body: '', unsubscribe_url: null }).where('id', '=', id).execute()
  return true
}

async function hand({ senderOf, sms }: MessengerOptions, transport: Transporter | null, row: MessageRow): Promise<void> {
  if (row.channel === 'sms') {
    await must(sms, 'an SMS without a gateway').send({ to: row.recipient, text: row.body, key: `sms:${row.id}` })
    return
  }
  await must(transport, 'a letter without a mail server').sendMail({
    from: senderOf(row.brand),
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    ...(row.unsubscribe_url ? { headers: leaving(row.unsubscribe_url) } : {}),
  })
}

/** What kind of fault it was, and the answer of the mail server as a number where there was one. */
function codesOf(error: unknown): { fault?: string; answer?: number } {
  if (!(error instanceof Error)) return {}
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  return {
    ...(isCodeOfError(code) ? { fault: code } : { fault: error.name }),
    ...(typeof responseCode === 'number' ? { answer: responseCode } : {}),
  }
}
