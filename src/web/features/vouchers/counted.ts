/** `1 voucher`, `142 vouchers`. */
export const counted = (count: number, one = 'voucher'): string => `${count} ${count === 1 ? one : `${one}s`}`
