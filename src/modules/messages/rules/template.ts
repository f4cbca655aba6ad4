/** Messages that the house sends by itself: each has a title, a text and the page that it is about. */

export const MESSAGE_KINDS = ['bets', 'money', 'account', 'support', 'promotion', 'house'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

interface Template {
  kind: MessageKind
  /** Page without the language; `{name}` is a value of the message. */
  link?: string
  /** The value that is an address of somebody else's server: the house itself put it there, never a person. */
  outside?: string
}

/** Texts are the keys `msg_<template>_title` and `msg_<template>_text`. */
export const TEMPLATES = {
  bet_voided: { kind: 'bets', link: '/coupon/{bet}' },
  bet_paid: { kind: 'bets', link: '/coupon/{bet}' },
  bet_returned: { kind: 'bets', link: '/coupon/{bet}' },
  bet_corrected: { kind: 'bets', link: '/coupon/{bet}' },
  order_beyond: { kind: 'bets', link: '/coupon/{bet}' },
  autobet_placed: { kind: 'bets', link: '/coupon/{bet}' },
  group_placed: { kind: 'bets', link: '/coupon/{bet}' },
  group_returned: { kind: 'bets', link: '/office/groups/{group}' },
  express_insured: { kind: 'bets', link: '/coupon/{bet}' },
  promo_returned: { kind: 'bets', link: '/coupon/{bet}' },
  withdrawal_requested: { kind: 'money', link: '/office/withdraw' },
  withdrawal_approved: { kind: 'money', link: '/office/withdraw' },
  withdrawal_sent: { kind: 'money', link: '/office/withdraw' },
  withdrawal_paid: { kind: 'money', link: '/office/withdraw' },
  withdrawal_refused: { kind: 'money', link: '/office/withdraw' },
  withdrawal_cancelled: { kind: 'money', link: '/office/withdraw' },
  payout_way_new: { kind: 'money', link: '/office/withdraw' },
  deposit_done: { kind: 'money', link: '/office/payments' },
  deposit_charged_back: { kind: 'money', link: '/office/payments' },
  deposit_taken_back: { kind: 'money', link: '/office/payments' },
  deposit_given_back: { kind: 'money', link: '/office/payments' },
  deposit_to_claim: { kind: 'money', link: '/office/payments', outside: 'link' },
  deposit_declined: { kind: 'money', link: '/office/recharge' },
  limit_set: { kind: 'account', link: '/office/limits' },
  limit_lowered: { kind: 'account', link: '/office/limits' },
  limit_waits: { kind: 'account', link: '/office/limits' },
  limit_raised: { kind: 'account', link: '/office/limits' },
  play_noticed: { kind: 'account', link: '/office/limits' },
  identity_asked: { kind: 'account', link: '/office/identification' },
  identity_accepted: { kind: 'account', link: '/office/identification' },
  identity_verified: { kind: 'account', link: '/office/identification' },
  identity_refused: { kind: 'account', link: '/office/identification' },
  support_answered: { kind: 'support', link: '/office/support/{ticket}' },
  support_closed: { kind: 'support', link: '/office/support/{ticket}' },
  /** Written by a person: title and text are values. */
  written: { kind: 'house' },
  promotion: { kind: 'promotion' },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof TEMPLATES
export type MessageParams = Readonly<Record<string, string | number>>

export function isTemplate(name: unknown): name is TemplateName {
  return typeof name === 'string' && Object.hasOwn(TEMPLATES, name)
}

/** The page of a message; a link of a person's own message stands in its value `link`. */
export function linkOf(name: TemplateName, params: MessageParams): string {
  const template: Template = TEMPLATES[name]
  if (!template.link) return typeof params['link'] === 'string' ? safeLink(params['link']) : ''
  return template.link.replace(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(String(params[key] ?? '')))
}

/** The address outside that a message names, to press where it stands in the text; empty when there is none. */
export function outsideOf(name: TemplateName, params: MessageParams): string {
  const { outside }: Template = TEMPLATES[name]
  const address = outside === undefined ? undefined : params[outside]
  return typeof address === 'string' && /^https?:\/\/\S+$/.test(address) ? address : ''
}

/** Pages of the site only: what a person writes never leads away. */
export function safeLink(link: string): string {
  return /^\/(?![/\\])[\w/.?=&%-]{0,200}$/.test(link) ? link : ''
}
