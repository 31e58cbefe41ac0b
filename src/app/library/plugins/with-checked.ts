/** Returns a proxy that checks the results of the function `name`. */
export function withChecked<Thing extends object>(
  thing: Thing,
  name: keyof Thing & string,
  check: (answer: unknown) => unknown,
): Thing {
  return new Proxy(thing, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== name || typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, args);
        return answer instanceof Promise ? answer.then(check) : check(answer);
      };
    },
  });
}
