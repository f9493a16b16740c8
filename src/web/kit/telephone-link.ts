/** Returns a `tel:` address without blanks, hyphens and other non-digits. */
export const telephoneLink = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`
