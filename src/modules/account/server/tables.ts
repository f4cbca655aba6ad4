import type { Generated } from 'kysely'

export interface ProfileTable {
  player_id: number
  country_id: number
  /** ISO text; a birthday has no time zone. */
  birth_date: string | null
  first_name: string | null
  last_name: string | null
  address: string | null
  city: string | null
  verified_by: string | null
  verified_at: Date | null
  registered_by: string
  bonus_choice: Generated<number>
  ref_code: string | null
  promo_code: string | null
  partner: number
  main_account_id: number
  region_id: Generated<number | null>
  referral_user_id: Generated<number | null>
  accept_mail: Generated<boolean>
  accept_sms: Generated<boolean>
  accept_push: Generated<boolean>
}

declare module '#platform/server/db.ts' {
  interface Tables {
    player_profile: ProfileTable
    registration_paper: {
      player_id: number
      brand: string
      country: string
      document: string
      number_mac: Buffer
      sealed: string
      given_at: Date
    }
    terms_acceptance: { player_id: number; document: string; version: string; hash: string; accepted_at: Date; ip: string }
    disallowed_sport: { player_id: number; line: number[]; live: number[]; changed_at: Date }
    account_transfer: {
      tx_id: bigint
      player_id: number
      from_account: number
      to_account: number
      sent_minor: bigint
      received_minor: bigint
      rate_from: string
      rate_to: string
      fee_permille: number
      source: string
      at: Date
    }
    player_setting: { player_id: number; setting_id: number; value: number; changed_at: Generated<Date> }
  }
}
