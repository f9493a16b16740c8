/** The rights that an admin grants to users who may write, or withholds; by default such a user has all. */
export const rights = ['receive', 'price', 'generate', 'approve'] as const
export type Right = (typeof rights)[number]

export const rightWords: Readonly<Record<Right, string>> = {
  receive: 'receive and pay back money',
  price: 'set fees and adjust balances',
  generate: 'generate, post and void vouchers',
  approve: 'approve what others ask for',
}

export const rightPresets = {
  Cashier: ['receive'],
  Biller: ['price', 'generate'],
  Supervisor: ['receive', 'price', 'generate', 'approve'],
} as const satisfies Readonly<Record<string, readonly Right[]>>
