import type { ReactNode } from 'react'
import { parseMinor, type Minor } from '#lib/money.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Money, Num, Numbered } from '#ui/Num.tsx'
import { backName, TotalPrice, Variants } from './BetCard.tsx'
import { backOf, variantsOf } from './bets.ts'
import { bidWaits, type BetDetails, type BidBeside } from './bet-query.ts'
import { Profit } from './Summary.tsx'
import { useHistoryTexts } from './texts.ts'
import styles from './Bet.module.css'

/** What was agreed, what it may pay or has paid, and what is taken off or put on. */
export function BetFacts({ details, win, open }: { details: BetDetails; win: bigint | null; open: boolean }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const { bet } = details
  const back = backOf(bet, win)
  // A promo code and an advance that nothing has repaid are not the player's money: neither is lost by him.
  const notOwn = (details.promo?.sum ?? 0n) + (details.advance?.state === 'uncovered' ? details.advance.sum : 0n)
  const money = (minor: bigint) => <Money minor={minor} currency={bet.currency} />
  return (
    <dl className={styles.facts}>
      <Fact name={text('placed_at')}>
        <Num>{formatDate(bet.at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
      </Fact>
      <Fact name={text('kind')}>
        {bet.typeTitle} {bet.system ? <Num>{bet.system}</Num> : null}
        {bet.power ? ` · ${text('power_bet')}` : null}
      </Fact>
      {hasOnePrice(bet.type) ? <PriceFact details={details} /> : null}
      <Fact name={text('stake')}>{money(bet.stake)}</Fact>
      {variantsOf(bet) ? (
        <Fact name={text('variants')}>
          <Variants bet={bet} />
        </Fact>
      ) : null}
      <Fact name={text(backName(bet, open))}>
        <b data-testid="bet-win">{money(back)}</b>
        {bet.replaced && bet.replacedBy !== null ? (
          <small>
            <Linked to={`/coupon/${bet.replacedBy}`} id={bet.replacedBy} />
          </small>
        ) : null}
        {win === null || bet.replaced ? null : (
          <small>
            <Profit minor={back - (bet.stake - notOwn) - (details.insured?.premium ?? 0n)} currency={bet.currency} />
          </small>
        )}
      </Fact>
      {details.settledAt && !open ? (
        <Fact name={text(bet.replaced ? 'replaced' : 'decided_at')}>
          <Num>{formatDate(details.settledAt * 1000, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
        </Fact>
      ) : null}
      <Additions details={details} open={open} money={money} />
    </dl>
  )
}

/** The one coefficient: how an edit has made it, and the one that was asked for. */
function PriceFact({ details }: { details: BetDetails }) {
  const text = useHistoryTexts()
  const { bet } = details
  return (
    <Fact name={text('total_price')}>
      <TotalPrice price={bet.price} />
      {details.rebased ? (
        <small>
          <Num>{`${details.rebased.product} × ${details.rebased.worth} / ${details.rebased.stake} = ${bet.price}`}</Num>
        </small>
      ) : null}
      {details.askedPrice && Number(details.askedPrice) !== Number(bet.price) ? (
        <small>
          {text('asked')} <TotalPrice price={details.askedPrice} />
        </small>
      ) : null}
    </Fact>
  )
}

/** Won, its payout booked: a bonus that has come to nothing is told as well. */
const PAID = 4

interface AdditionsProps {
  details: BetDetails
  open: boolean
  money(minor: bigint): ReactNode
}

function Additions({ details, open, money }: AdditionsProps) {
  const text = useHistoryTexts()
  const { tax, bonus, promo, advance, insured, sold, shown, bet } = details
  return (
    <>
      {tax && tax.stake > 0n ? <Fact name={text('stake_tax')}>{money(tax.stake)}</Fact> : null}
      {tax && (tax.payout > 0n || open) ? <Fact name={text('payout_tax')}>{money(tax.payout)}</Fact> : null}
      {bonus && (open || bonus.sum > 0n || bet.status === PAID) ? <Fact name={text(`bonus_${bonus.kind}`)}>{money(bonus.sum)}</Fact> : null}
      {promo ? (
        <Fact name={text('promo_code')}>
          <Num>{promo.code}</Num> <small>{money(promo.sum)}</small>
        </Fact>
      ) : null}
      {advance ? (
        <Fact name={text('advance')}>
          {money(advance.sum)} <small>{text(`advance_${advance.state}`)}</small>
        </Fact>
      ) : null}
      {insured ? (
        <Fact name={text('insured')}>
          {money(insured.sum)}
          <small>
            {text('premium')} {money(insured.premium)}
          </small>
        </Fact>
      ) : null}
      {details.expressInsurance ? <ExpressInsurance insurance={details.expressInsurance} open={open} money={money} /> : null}
      {sold ? (
        <Fact name={text('sold_part')}>
          {money(sold.stake)}{' '}
          <span aria-hidden className="flip-rtl">
            →
          </span>{' '}
          {money(sold.sum)}
        </Fact>
      ) : null}
      {shown?.win ? <Fact name={text('shown_win')}>{money(parseMinor(shown.win, bet.currency.exponent) ?? 0n)}</Fact> : null}
      {details.placed.waitedMs >= 1000 ? (
        <Fact name={text('waited')}>
          <Num>{Math.round(details.placed.waitedMs / 100) / 10}</Num> {text('seconds')}
        </Fact>
      ) : null}
      {details.bid ? <Bid bid={details.bid} money={money} /> : null}
      {details.replaces ? <BetLink name={text('edited_from')} id={details.replaces} /> : null}
      {details.worth !== null && open ? <Fact name={text('worth_if_void')}>{money(details.worth)}</Fact> : null}
    </>
  )
}

interface InsuranceProps {
  insurance: NonNullable<BetDetails['expressInsurance']>
  open: boolean
  money(minor: bigint): ReactNode
}

/** What one lost leg gives back, or the promo code that it has given (XT-21). */
function ExpressInsurance({ insurance: { sum, given }, open, money }: InsuranceProps) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  if (!open && !given) return null
  return (
    <Fact name={text('express_insurance')}>
      <span data-testid="express-insurance">
        {money(sum)} {given ? <Num>{given.code}</Num> : null}
      </span>
      <small>
        {text(given ? (given.used ? 'insurance_used' : 'insurance_given') : 'insurance_waits')}{' '}
        {given && !given.used ? <Num>{formatDate(given.until * 1000, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num> : null}
      </small>
    </Fact>
  )
}

/** The two sides of a wish above the maximum lead to each other: the bet that was placed at once, the bid and its bet. */
function Bid({ bid, money }: { bid: BidBeside; money(minor: bigint): ReactNode }) {
  const text = useHistoryTexts()
  const number = (
    <>
      {text('bid')} <Numbered id={bid.id} />
    </>
  )
  const other = bid.betId === null ? null : <Linked to={`/coupon/${bid.betId}`} id={bid.betId} />
  if (!bid.isRest)
    return (
      <Fact name={text('bid_source')}>
        {number}
        {other ? (
          <small>
            {text('bid_first_part')} {other}
          </small>
        ) : null}
      </Fact>
    )
  return (
    <Fact name={text('bid_rest')}>
      {money(bid.sum)}
      <small data-testid="bid">
        {bidWaits(bid) ? <SiteLink to="/office/autobets">{number}</SiteLink> : number} {text(`bid_state_${bid.status}`)} {other}
      </small>
    </Fact>
  )
}

function Linked({ to, id }: { to: string; id: number }) {
  return (
    <SiteLink to={to}>
      <Numbered id={id} />
    </SiteLink>
  )
}

function BetLink({ name, id }: { name: string; id: number }) {
  return (
    <Fact name={name}>
      <Linked to={`/coupon/${id}`} id={id} />
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const MOVES = [
  'stake',
  'payout',
  'payoutReversal',
  'cashOut',
  'payoutTax',
  'betBonus',
  'insuranceBack',
  'insurancePremium',
  'taxReversal',
  'bonusReversal',
  'insuranceReversal',
  'betReplaced',
  'advanceRepaid',
] as const

/** An advance that was repaid is given back when the results that covered it are put right. */
function nameOf(kind: (typeof MOVES)[number] | undefined, sum: Minor) {
  if (kind === 'advanceRepaid' && sum > 0n) return 'move_advanceReturned'
  return kind ? (`move_${kind}` as const) : 'move_unknown'
}

/** Every movement of the bet's money in the player's account, corrections as they were booked. */
export function BetMoves({ details }: { details: BetDetails }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const { bet, moves } = details
  // The stake alone stands above already; a promo code has none, and its win is the one movement.
  if (moves.every(({ kind }) => kind === 'stake')) return null
  return (
    <section className={styles.moves}>
      <h2>{text('moves')}</h2>
      <ul>
        {moves.map((move, i) => {
          const kind = MOVES.find((known) => known === move.kind)
          return (
            <li key={i}>
              <Num>{formatDate(move.at * 1000, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
              <span>{text(nameOf(kind, move.sum))}</span>
              <Money minor={move.sum} currency={bet.currency} sign decimals />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
