/** `1 receipt`, `38 receipts`. */
export const counted = (count: number): string => `${count} ${count === 1 ? 'receipt' : 'receipts'}`
