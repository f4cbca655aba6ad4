/**
 * Letters and SMS. A message is written in the transaction of its cause; it leaves by SMTP, and in development
 * it also lies in the local inbox. Texts are the keys `mail_<template>_subject`, `mail_<template>_text` and
 * `sms_<template>` of the dictionary `auth`.
 */
import type { Transporter } from 'nodemailer'
import { must } from '#lib/assert.ts'
import type { Clock } from '#lib/time.ts'
import { MINUTE } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
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
  /** Of a letter that its reader may end by one press: the whole address. */
  unsubscribe?: string
}

export interface Messenger {
  send(tx: Tx, message: Message): Promise<void>
  /** Hands queued letters to the mail server; for the worker's timer. Gives the number that left. */
  deliver(): Promise<number>
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

export function createMessenger(options: MessengerOptions): Messenger {
  const { clock, texts, inbox } = options
  const { smtpUrl } = options
  // Read where there is a mail server, with the first letters.
  let opened: Promise<Transporter> | undefined
  const transport = async () => {
    if (!smtpUrl) return null
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl))
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
          state: 'queued',
          next_try_at: at,
          created_at: at,
        })
        .execute()
    },
    deliver: async () => (smtpUrl || options.sms ? await deliverBatch(options, await transport()) : 0),
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

/** Rows are locked while they are sent, so two workers never send one letter; a failure is tried again later. */
async function deliverBatch({ db, clock, senderOf, sms }: MessengerOptions, transport: Transporter | null): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('message_out')
      .selectAll()
      .where('state', '=', 'queued')
      .where('next_try_at', '<=', new Date(clock.now()))
      .orderBy('id')
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute()
    let sent = 0
    for (const row of rows) {
      const attempts = row.attempts + 1
      try {
        if (row.channel === 'sms')
          await must(sms, 'an SMS without a gateway').send({ to: row.recipient, text: row.body, key: `sms:${row.id}` })
        else
          await must(transport, 'a letter without a mail server').sendMail({
            from: senderOf(row.brand),
            to: row.recipient,
            subject: row.subject,
            text: row.body,
            ...(row.unsubscribe_url ? { headers: leaving(row.unsubscribe_url) } : {}),
          })
        await tx
          .updateTable('message_out')
          .set({ state: 'sent', attempts, body: '', unsubscribe_url: null })
          .where('id', '=', row.id)
          .execute()
        sent += 1
      } catch {
        const state = attempts >= MAX_ATTEMPTS ? 'failed' : 'queued'
        const next_try_at = new Date(clock.now() + MINUTE * 2 ** attempts)
        await tx.updateTable('message_out').set({ state, attempts, next_try_at }).where('id', '=', row.id).execute()
      }
    }
    return sent
  })
}
