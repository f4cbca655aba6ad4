/**
 * The class of every column of the database (standards DAT-01), by table. What a class asks of whoever handles it:
 * - open: told to every visitor.
 * - house: for the house alone: how it works, names and words of its people. Never in the copy that a player gets.
 * - player: what belongs to a player and does not name him: his numbers, bets and choices. For him and for officers.
 * - person: names, finds or describes somebody. As above, never in a log, and gone when he asks to be forgotten.
 * - secret: proves or opens something, or is sealed. Read by the code that checks it; in no answer, log or copy.
 * A column that stands here nowhere, or twice, fails `compose/privacy.test.ts`, which also holds the parts to their classes.
 */
export const DATA_CLASS_NAMES = ['open', 'house', 'player', 'person', 'secret'] as const
export type DataClass = (typeof DATA_CLASS_NAMES)[number]

/** Names of columns, parted by spaces. */
export const DATA_CLASSES: Readonly<Record<string, Partial<Record<DataClass, string>>>> = {
  account: { player: 'id player_id currency_id kind name is_active balance_minor receivable created_at closed_at' },
  account_transfer: {
    player: 'tx_id player_id from_account to_account sent_minor received_minor rate_from rate_to fee_permille source at',
  },
  athlete: { open: 'id competitor_id names' },
  auto_bet: {
    player:
      'id player_id account_id currency_id guid body_hash status reason request legs stake_minor wanted_milli drop_on_score into_live bet_id created_at decided_at',
    person: 'visit',
  },
  bet: {
    player:
      'id player_id account_id currency_id vid status legs open_legs settled_version stake_minor payout_minor max_payout_minor accepted_at settled_at first_settled_at price won_num won_den plain',
  },
  bet_advance: { player: 'bet_id account_id player_id currency_id amount_minor repaid_minor at due_at state told' },
  bet_auto_sale: { player: 'bet_id player_id target_minor state at changed_at' },
  bet_change: { house: 'bet_id replaced_bet_id kind value_minor at' },
  bet_game: { house: 'ci main_ci game at' },
  bet_group: {
    player:
      'id brand player_id guid code currency_id max_stake_minor request legs price_milli status reason closes_at created_at decided_at',
    person: 'name',
  },
  bet_group_member: {
    player: 'id group_id player_id account_id currency_id guid tx_id stake_minor state reason bet_id joined_at decided_at',
    person: 'nick visit',
  },
  bet_group_miss: { player: 'player_id since misses' },
  bet_insurance: { player: 'bet_id n player_id guid percent insured_minor premium_minor balance_minor at' },
  bet_key: { player: 'player_id guid body_hash bet_id outcome at refused_for' },
  bet_leg: { house: 'ci t p player_id bet_id ix kind price bought_at' },
  bet_long_open: { house: 'bet_id account_id' },
  bet_money: {
    player:
      'bet_id stake_tax_minor promo_minor advance_minor sold_stake_minor sold_minor insured_minor premium_minor gross_minor bonus_minor payout_tax_minor insurance_minor stake_tax_back_minor advance_back_minor free_bet_minor',
  },
  bet_open_from: { house: 'only_row bet_id' },
  bet_receipt: { player: 'bet_id receipt' },
  bet_sale: {
    player:
      'bet_id n player_id guid body by_order sold_stake_minor left_stake_minor offer_minor gross_minor tax_minor balance_minor chances at',
  },
  bet_void: { house: 'id bet_id ix reason note state asked_by asked_at decided_by decided_at' },
  bet_waiting: { player: 'player_id guid body_hash due_at' },
  betting_block: { player: 'player_id until reason created_at' },
  betting_stop: { house: 'id at actor reason scope target stopped' },
  bid: {
    player:
      'id player_id account_id currency_id guid body_hash tx_id status reason vip agreed by_trader request legs outcomes stake_minor held_minor wanted_milli approved_minor offered_milli line_milli max_minor expires_at bet_id created_at decided_at',
    person: 'visit',
  },
  block_appeal: {
    house: 'officer',
    player: 'id brand player_id language created_at answered_at',
    person: 'login reply_to body answer',
    secret: 'secret_hash',
  },
  captcha_task: {
    house: 'brand network kind tries_left views_left pieces_left created_at expires_at used_at',
    secret: 'id_hash solution token_hash',
  },
  challenge: { player: 'purpose brand player_id tries_left created_at expires_at used_at', secret: 'id_hash code_mac data' },
  championship: { open: 'id sport_id country_id country_code type gender tz names weight about' },
  competitor: { open: 'id sport_id type country_id country_code names' },
  consultant_request: { player: 'id player_id ticket_id topic_id created_at payment_ref', person: 'fields' },
  cookie_consent: { player: 'id brand player_id level version agreed_at received_at' },
  coupon_code: { house: 'code partner vid coupon created_at expires_at' },
  currency: { open: 'id code symbol name_key exponent rate min_bet_minor hidden crypto' },
  deposit: {
    player:
      'id ref brand player_id account_id currency_id method provider amount_minor state created_at updated_at done_at balance_after fee_minor bonus_minor returned_minor returned_at external_id request_key pay_url return_after claim_url tax_minor tax_rule tax_rate',
  },
  dev_inbox: { player: 'id brand channel template at', person: 'recipient subject body' },
  disallowed_sport: { player: 'player_id line live changed_at' },
  duel: { open: 'ci game_id identity sides sport_id counts starts_at result settled_at' },
  exchange_rate: { open: 'day code per_euro source simulated' },
  ext_ref: { open: 'provider kind ref id code' },
  fact: { house: 'id provider producer key t game_ref sent_at received_at body' },
  fact_parked: { house: 'id provider reason body received_at' },
  favorite: { player: 'player_id kind id sport_id game_kind names n added_at' },
  file_view: { house: 'id file_id viewer officer reason at' },
  finished_cricketer: {
    open: 'player_id game_ci side bat_no bowl_no runs balls fours sixes how out_by bowled conceded wickets',
  },
  finished_game: {
    open: 'ci i provider ref championship_id home_id away_id starts_at status status_note round venue score first_score periods stats incidents head_at',
  },
  finished_player: { open: 'player_id game_ci goals cards' },
  game: {
    open: 'ci provider ref championship_id type sides starts_at start_confirmed status status_note kind round venue neutral format live_coverage origin sent_at about',
  },
  game_begun: { open: 'ci began_at taken_back_at judged_at' },
  game_event: { open: 'id ci key option about at' },
  game_i_history: { open: 'i ci live_i replaced_at' },
  game_lead: { open: 'id ci t lead home away at annulled_at' },
  game_notice: { player: 'player_id event_id letter_due' },
  game_part: { open: 'ci game_ci part i n' },
  game_start: { open: 'ci starts_at until_at judged_at' },
  game_stop: { open: 'ci from_at until_at judged_at' },
  game_subscription: { player: 'player_id ci options channels saved_at' },
  guest_deposit: {
    player:
      'ref brand currency_id method provider amount_minor fee_minor external_id state player_id created_at updated_at taken_at tax_minor tax_rule tax_rate',
    secret: 'secret_hash form',
  },
  history_cleared: { player: 'account_id at' },
  identity_document: { player: 'id player_id doc_type field file_id request_id at' },
  identity_number: { player: 'brand player_id', secret: 'number_mac' },
  identity_request: {
    house: 'decided_by',
    player:
      'id player_id brand kind doc_type state provider flow_type session_until score reason created_at decided_at valid_until document_until',
    person: 'comment',
    secret: 'sealed_fields number_mac session_id verification_code',
  },
  identity_step: { house: 'officer', player: 'id player_id request_id what reason at' },
  inbox_message: { player: 'id player_id kind template cause created_at read_at hidden_at params' },
  journal: { player: 'seq at kind subject account_id n detail content previous hash' },
  journal_block: { open: 'day no root' },
  journal_day: { open: 'day first_seq' },
  journal_due: { house: 'id what ids entry_kind n', player: 'account_id' },
  journal_head: { open: 'day size final at root chain key_id signature' },
  journal_key: { open: 'id public_key first_at' },
  ledger_entry: { player: 'account_id tx_id kind n amount_minor balance_after at' },
  ledger_posting: { house: 'kind key tx_id body_hash at' },
  liability_bet: { house: 'bet_id keys cents' },
  liability_past: { house: 'bet_id keys cents' },
  liability_pool: { house: 'key used_cents' },
  limit_counter: { player: 'player_id kind currency_id day amount_minor' },
  mailing_choice: { player: 'id player_id channel accepted wording at', person: 'ip' },
  message_out: {
    player: 'id brand channel template language to_many state attempts next_try_at created_at',
    person: 'recipient subject body unsubscribe_url',
  },
  migration: { house: 'name hash applied_at' },
  oauth_grant: { player: 'player_id client_id brand scopes granted_at' },
  oauth_token: { player: 'player_id client_id scopes expires_at', secret: 'token_hash' },
  outbox: { house: 'id topic key created_at', person: 'payload' },
  outbox_consumed: { house: 'consumer event_id at' },
  outcome_result: {
    open: 'ci t p player_id market_key spec version won void_halves heat_num heat_den known_at lost_at confirmed voided line_voided reason updated_at',
  },
  passkey: { player: 'player_id brand transports backed_up created_at used_at id', person: 'name', secret: 'public_key counter' },
  past_filled: { open: 'championship_id filled_at' },
  past_game: { open: 'provider ref championship_id home_id away_id starts_at score periods round' },
  past_run: { open: 'competitor_id game_ci starts_at place runners' },
  paycheck: {
    house: 'issued_by',
    player: 'id brand currency_id amount_minor issued_at valid_until player_id account_id credited_at',
    secret: 'code_hash',
  },
  paycheck_try: { player: 'player_id at', person: 'ip' },
  payment_callback: { house: 'provider event_id body_hash outcome received_at id' },
  payment_difference: { house: 'id provider day kind movement there here times found_at over_at reason officer', player: 'ref' },
  player: {
    player:
      'id brand must_change_password first_password_until status email_confirmed_at phone_confirmed_at language created_at auth_by_email',
    person: 'email email_key phone login_key',
    secret: 'password_hash',
  },
  player_flag: { house: 'set_by ended_by officer note', player: 'id player_id flag sports set_at ended_at changed_at' },
  player_funds: {
    house: 'day currency_id balances_minor staked_minor leaving_minor received_minor taken_at stated_minor stated_by stated_at',
  },
  player_limit: { player: 'player_id kind period_days currency_id amount_minor starts_at ends_at' },
  player_profile: {
    player:
      'player_id country_id verified_by verified_at registered_by bonus_choice promo_code partner main_account_id accept_mail accept_sms accept_push',
    person: 'birth_date first_name last_name address city ref_code region_id referral_user_id',
  },
  player_setting: { player: 'player_id setting_id changed_at', person: 'value' },
  player_trust: { house: 'actor reason', player: 'player_id factor_milli at' },
  price_boost: { open: 'id ci t p player_id permille max_stake_cents ends_at at', house: 'actor reason' },
  price_history: { open: 'ci names points updated_at' },
  privacy_request: {
    house: 'tries',
    player: 'id player_id kind state language asked_at due_at done_at expires_at size reason',
    secret: 'sealed',
  },
  privacy_retention_run: { house: 'id rule days deleted at' },
  promo_code: {
    player:
      'code player_id currency_id nominal_minor min_price vids name valid_until given_at bet_id used_at returned_from insured_bet taken_back_at',
  },
  protection_calendar: { player: 'player_id zone week_start rolling' },
  protection_choice: { player: 'player_id check_minutes changed_at' },
  protection_event: { player: 'id player_id what at details' },
  protection_exclusion: { player: 'id player_id kind period reason_id starts_at ends_at reopen_asked_at', person: 'comment' },
  protection_limit: { player: 'id player_id kind period currency_id amount starts_at pending_amount pending_asked_at pending_from' },
  protection_product: { player: 'player_id product closed starts_at pending_asked_at pending_from changed_at' },
  protection_register: { player: 'player_id register listed asked_at' },
  protection_test: { player: 'id player_id at', person: 'score level' },
  protection_time: { player: 'player_id day used_ms counted_at hour' },
  push_choice: { player: 'player_id topics saved_at' },
  push_endpoint: { player: 'player_id session_id language created_at', person: 'endpoint', secret: 'p256dh auth' },
  rate_limit: { house: 'points expire', person: 'key' },
  recovery_code: { player: 'player_id used_at', secret: 'code_mac code_hash' },
  registration_paper: { player: 'player_id brand given_at', person: 'country document', secret: 'number_mac sealed' },
  result_by_hand: { house: 'id ci officer act at refused' },
  reward_taken: { player: 'id player_id reward_id request_key points account_id amount_minor at' },
  sandbox_movement: { player: 'id ref movement amount currency at' },
  sandbox_page: { house: 'ref ending' },
  secure_question: { player: 'player_id question_id set_at', person: 'question', secret: 'answer_hash' },
  security_event: { player: 'id player_id kind session_id at', person: 'ip' },
  service_token: { player: 'session_id scope expires_at', secret: 'token_hash' },
  session: {
    player:
      'id player_id brand kind parent_id grade opened_by created_at last_action_at authenticated_at expires_at closed_at close_reason',
    person: 'device ip country',
    secret: 'secret_hash refresh_hash used_refresh_hash device_hash',
  },
  session_change: { player: 'player_id at', house: 'xid' },
  setting: { house: 'key value updated_at' },
  settlement_action: { house: 'id ci market_key spec t fact_key sent_at certainty results from_at to_at undecided line reason' },
  settlement_alarm: { house: 'id bet_id at about detail' },
  settlement_cancel: { house: 'ci market_key spec told_at late_xid' },
  settlement_chunk: { house: 'run_id no ci t p player_id from_bet_id to_bet_id legs done_at changed took_ms' },
  settlement_run: { house: 'id created_at late_from_bet_id finished_at swept_at late_xid' },
  settlement_run_outcome: { house: 'run_id ci t p player_id' },
  sign_in_failure: { house: 'failures in_a_row locked_until updated_at', secret: 'login_mac' },
  simulated_identity: { house: 'id kind state reason created_at until', secret: 'asked' },
  simulated_register: { house: 'until added_at', secret: 'mark' },
  social_identity: { player: 'brand provider player_id linked_at used_at', person: 'subject email name' },
  sport: { open: 'id names' },
  statement_day: { house: 'provider day movements checked_at' },
  stored_file: { player: 'id player_id purpose type size at keep_until removed_at', person: 'name', secret: 'sealed_key body' },
  support_callback: { house: 'officer', player: 'id brand player_id language wanted_at state created_at done_at', person: 'phone name ip' },
  support_line: { house: 'officer', player: 'id ticket_id consultant_id file_id at author', person: 'body' },
  support_ticket: { player: 'id brand player_id kind language state seen_line opened_at updated_at bet answer_due', person: 'subject' },
  terms_acceptance: { player: 'player_id document version hash accepted_at', person: 'ip' },
  two_factor: { player: 'player_id created_at enabled_at', secret: 'sealed_secret last_step' },
  win_check: { house: 'id bet_id payout_minor state asked_at due_at first_by second_by decided_at' },
  win_check_word: { house: 'id check_id officer decision note at' },
  withdrawal: {
    player:
      'id ref brand player_id request_key account_id currency_id method provider amount_minor state approvals_needed send_after ask_after reason balance_after created_at updated_at sent_at done_at fee_minor external_id tax_minor tax_rule tax_rate',
    person: 'destination',
  },
  withdrawal_approval: { house: 'officer', player: 'withdrawal_id at' },
  // Nobody is told that his money is looked at.
  money_case: { house: 'id player_id brand in_cents out_cents opened_at closed_at closed_by note' },
  withdrawal_step: { player: 'withdrawal_id n state at' },
  world_calendar: { open: 'tours_from' },
}

/** Columns of a class in a table; all of them without a class. */
export function columnsOf(table: string, ...classes: DataClass[]): string[] {
  const asked: readonly DataClass[] = classes.length > 0 ? classes : DATA_CLASS_NAMES
  return asked.flatMap((name) => DATA_CLASSES[table]?.[name]?.split(' ') ?? [])
}
