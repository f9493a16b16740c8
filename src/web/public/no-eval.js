// The CSP forbids the code that zod would compile. Set before any module runs, as a schema reads it when it is made.
globalThis.__zod_globalConfig = { jitless: true }
