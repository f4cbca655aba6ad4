/**
 * What a closed account may still call (wire 14.2): money out, history, support, its own session and protection.
 * Everything else that asks who is there is refused, so a new call is closed until somebody opens it here.
 */

/** Compared with the lower-case path, without the prefixes under which a call is also served. */
const OPEN = [
  // The session and who is there.
  /^\/user\/(disconnect|twoauth)/,
  /^\/session-api\//,
  /^\/web-api\/user\/(confirm|getuserconfig|gettoken|balance|setactiveaccount|language)/,
  /^\/user\/balance/,
  /^\/account-api\/user\/balance/,
  /^\/web-api\/api\/mobile\/v1\/token/,
  /^\/(web-api\/)?office\/(disconnecteverywhere|closesession|getsessionid|getusersessions)/,
  /^\/api\/web\/user\/v1\/(password|settings)/,
  // Securing the account and proving who he is: withdrawals may need both.
  /^\/(web-api\/)?office\/(gettwofactor|twofactorauth|sendsmsfortwofactor|qr\/|phone|getusersecure|getsecure|setanswer|identification|verigram)/,
  /^\/(verification-api|identity-service)\//,
  // A copy of what is kept of him, and what he has agreed to.
  /^\/web-api\/office\/privacy/,
  // Money out and what happened to it.
  /^\/(web-api\/)?office\/(getwithdrawdata|withdraw|getwithdrawals|cancelwithdrawal|(get|cancel)deposit$|gethistorypayment)/,
  // Between his own accounts of money, of which it may be another one that it can leave from.
  /^\/(web-api\/)?office\/account\/transfer$/,
  /history/,
  // A bet from before may be sold, by hand and by order: that only takes money out of play.
  /^\/(web-api\/)?office\/bet\/(sale|sale-info|auto-sale)$/,
  // What the pages themselves read: refusing it would protect nobody.
  /favorites?\//,
  // Orders that wait may be seen and taken back; they are dropped by themselves anyway.
  /^\/(web-api\/)?office\/(autobet\/(list|cancel)|bid\/list|groups\/(list|get|leave|end)$)/,
  /^\/(web-api\/)?office\/(messages|support|payment-consultant|adminrequest|callback)/,
  /^\/(service-api\/)?limit-service\//,
]

/** Bets are refused in the transaction of the bet with a code of their own (900030); a coupon may be looked at. */
const BETTING = /^\/(service-api\/)?(livebet|livebet-update|liveutil)\/|^\/web-api\/datalinelive\//

export function isOpenWhenClosed(path: string): boolean {
  const lower = path.toLowerCase()
  return BETTING.test(lower) || OPEN.some((pattern) => pattern.test(lower))
}
