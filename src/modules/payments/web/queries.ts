/** Keys of what more than one part of the cashier reads. */
export const HISTORY_KEY = ['payments'] as const
export const DEPOSIT_KEY = ['deposit'] as const
