/** The door of payout's web: why a bet ended as it did. */
export { WhyResult } from './WhyResult.tsx'
