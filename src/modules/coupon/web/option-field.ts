/** The field of an option's panel, by the name of the option: the press that opens the panel moves the focus to it. */
export const optionField = (option: string): string => `coupon-${option}`
