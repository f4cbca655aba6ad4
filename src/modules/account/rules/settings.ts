/** Settings of a player (wire 13.1). The numbers stand in the database and on the wire. */
export interface SettingRule {
  id: number
  name: string
  defaultValue: number
  max: number
}

export const SETTINGS: readonly SettingRule[] = [
  { id: 1, name: 'accept_price_changes', defaultValue: 0, max: 5 },
  { id: 2, name: 'one_click_bet', defaultValue: 0, max: 1 },
  { id: 3, name: 'odds_format', defaultValue: 0, max: 6 },
  { id: 4, name: 'theme', defaultValue: 0, max: 2 },
  { id: 5, name: 'new_device_notice', defaultValue: 1, max: 1 },
  { id: 6, name: 'bet_result_notice', defaultValue: 1, max: 1 },
  { id: 7, name: 'last_session_notice', defaultValue: 1, max: 1 },
  { id: 8, name: 'failed_payment_letter', defaultValue: 1, max: 1 },
  { id: 9, name: 'ask_about_half', defaultValue: 0, max: 1 },
]

/** Settings that other parts of the house ask for, by what they decide. */
export const SETTING_ID = { oddsFormat: 3, newDevice: 5, betResults: 6, failedPaymentLetter: 8, askAboutHalf: 9 } as const

export function settingRule(id: number): SettingRule | undefined {
  return SETTINGS.find((setting) => setting.id === id)
}
