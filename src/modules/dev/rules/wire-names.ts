/** Names of the specification's requests (§3), for `/dev/docs/api`: which calls take each of them is read from the contracts. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const WIRE_NAMES: Readonly<Record<string, readonly string[]>> = {
  feeds: words(`
    champ champid gameId id sport subSport userId partner gr grMode country fcountry countryId region_id currency_id lng page count
    limit type mode cfview marketType sports champs games subGames teams topGames topChamps visibleSports filterSports filterType
    filterSubSports tsFrom tsTo minOffset live virtualSports mainevents withCountries countryOnly countryFirst mobi adult gifEvent
    isSubGames GroupEvents groupChamps notLogin strict multiEvent geo`),
  coupon: words(`
    Events EventsIndexes GroupsSumms coupons coupon CouponCode promo promoCode Summ Sum betSum coupon_sum new_sum_cupon sum_sale
    AntiExpressCoef SaleBetId BetId betGUID CheckCf ApprovedBet avanceBet isAutoBet autoBetCf autoBetCfView DropOnScoreChange
    TransformEventKind VIPBetSumm IsPowerBet IsExpressBoost OneClickBet expressNum notWait CalcSystemsMin IsNeedUpdatePromoCode`),
  account: words(`
    login password old_password password_confirmation end_other_sessions phone_number phone country_code sms_code confirm_code
    is_send_sms_to_apps app_code email umail hash session_id sessions_quantity auth_by_email authId authToken question question_id
    answer answer_repeat user_answer personalCode verificationType bonus_id referral_user_id transfer_amount account_id
    is_include_archive page_number setting_id setting_value lineDisallowSport liveDisallowSport cookiesAgreeTime refCode firstBonusId
    raceid username comment veridocSessionId veriliveSessionId verigramAccessToken flowType docFiles`),
}

/** What a schema as JSON names, at any depth. */
export function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) namesIn(one, found)
  else if (typeof schema === 'object' && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' && typeof value === 'object' && value !== null) for (const name of Object.keys(value)) found.add(name)
      namesIn(value, found)
    }
  return found
}
