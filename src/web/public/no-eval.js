// The Content-Security-Policy forbids the code that zod would otherwise compile. Said before any module runs, since a
// schema asks when it is made; the walks fail on the policy's complaint should zod ever look elsewhere.
globalThis.__zod_globalConfig = { jitless: true }
