/** The address that calls a number as it was typed: without blanks, hyphens and whatever else is no digit. */
export const telephoneLink = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`
