/** For each room: what it must not import, and what it may. */
export const arrows: Record<string, { no: readonly string[]; yes: readonly string[] }> = {
  'src/domain': {
    no: [
      '#domain/money.ts',
      '#contract/session.ts',
      '#server/app.ts',
      '#web/ui/button.tsx',
      '#test/school.ts',
      'node:fs',
      'zod',
      '@mantine/core',
    ],
    yes: ['./neighbour.ts'],
  },
  'src/contract': {
    no: ['#server/app.ts', '#web/api/call.ts', '#test/school.ts', 'node:fs', 'fastify'],
    yes: ['./neighbour.ts', '#domain/money.ts', 'zod'],
  },
  'src/server/database': {
    no: [
      '#server/records/records.ts',
      '#server/http/mount.ts',
      '#server/app.ts',
      '#contract/session.ts',
      '#domain/money.ts',
      '#web/api/call.ts',
      '#test/school.ts',
    ],
    yes: ['./neighbour.ts', '#server/database/schema.ts', 'kysely', 'node:fs'],
  },
  'src/server/records': {
    no: [
      '#server/http/mount.ts',
      '#server/features/receipts/routes.ts',
      '#server/app.ts',
      '#server/main.ts',
      '#contract/session.ts',
      '#web/api/call.ts',
      '#test/school.ts',
    ],
    yes: ['./neighbour.ts', '#server/database/schema.ts', '#domain/money.ts', 'kysely'],
  },
  'src/server/http': {
    no: [
      '#server/features/receipts/routes.ts',
      '#server/app.ts',
      '#server/main.ts',
      '#web/api/call.ts',
      '#test/school.ts',
    ],
    yes: [
      './neighbour.ts',
      '#server/records/records.ts',
      '#server/database/open.ts',
      '#contract/session.ts',
      'fastify',
    ],
  },
  'src/server/features/receipts': {
    no: [
      '#server/features/vouchers/routes.ts',
      '../vouchers/routes.ts',
      '#server/records/vouchers.ts',
      '#server/database/open.ts',
      '#server/app.ts',
      '#server/main.ts',
      '#web/api/call.ts',
      '#test/school.ts',
    ],
    yes: ['./neighbour.ts', '#server/http/mount.ts', '#contract/receipts.ts', '#domain/voucher.ts'],
  },
  'src/server': {
    no: ['#web/api/call.ts', '#test/school.ts', './http/mount.ts'],
    yes: [
      './neighbour.ts',
      '#server/http/mount.ts',
      '#server/records/records.ts',
      '#contract/session.ts',
      'fastify',
    ],
  },
  'src/web/ui': {
    no: [
      '#web/api/call.ts',
      '#web/parts/rupees.tsx',
      '#contract/session.ts',
      '#server/app.ts',
      '#test/school.ts',
    ],
    yes: ['./neighbour.ts', '#domain/money.ts', 'react'],
  },
  'src/web/api': {
    no: ['#web/ui/button.tsx', '#web/parts/rupees.tsx', '#server/app.ts', '#test/school.ts', 'node:fs'],
    yes: ['./neighbour.ts', '#contract/session.ts', '#domain/money.ts'],
  },
  'src/web/parts': {
    no: [
      '#web/features/receipts/receive-payment-screen.tsx',
      '#web/shell/header.tsx',
      '#web/routes.tsx',
      '#web/main.tsx',
      '#server/app.ts',
      '#test/school.ts',
    ],
    yes: [
      './neighbour.ts',
      '#web/api/call.ts',
      '#web/ui/button.tsx',
      '#contract/session.ts',
      '#domain/money.ts',
    ],
  },
  'src/web/shell': {
    no: [
      '#web/features/receipts/receive-payment-screen.tsx',
      '#web/routes.tsx',
      '#web/main.tsx',
      '#server/app.ts',
      '#test/school.ts',
    ],
    yes: [
      './neighbour.ts',
      '#web/parts/rupees.tsx',
      '#web/api/call.ts',
      '#web/ui/button.tsx',
      '#domain/roles.ts',
    ],
  },
  'src/web/features/receipts': {
    no: [
      '#web/features/vouchers/post-screen.tsx',
      '../vouchers/post-screen.tsx',
      '#web/shell/header.tsx',
      '#web/routes.tsx',
      '#web/main.tsx',
      '#server/features/receipts/routes.ts',
      '#test/school.ts',
    ],
    yes: [
      './neighbour.ts',
      '#web/parts/rupees.tsx',
      '#web/api/call.ts',
      '#web/ui/button.tsx',
      '#contract/receipts.ts',
    ],
  },
  'src/web': {
    no: ['#server/app.ts', '#test/school.ts', '../server/app.ts', './shell/header.tsx'],
    yes: ['./neighbour.ts', '#web/shell/header.tsx', '#web/features/receipts/receive-payment-screen.tsx'],
  },
  test: {
    no: ['../src/server/app.ts'],
    yes: ['./neighbour.ts', '#server/app.ts', '#web/main.tsx', '#domain/money.ts'],
  },
}
