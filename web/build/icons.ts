import { parseSync } from 'vite';
import type { Plugin } from 'vite';

const PACKAGE = '@tabler/icons-react';

/**
 * Takes each icon from its own file instead of the package's file of five thousand: then the bundler sees which
 * screen draws which icon, and reads a hundred files. Development takes the package as it is, bundled once.
 */
export function icons(): Plugin {
  return {
    name: 'earshot-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /\/node_modules\// }, code: PACKAGE },
      handler(code, id) {
        const file = id.split('?')[0]!;
        const { module } = parseSync(file, code);
        const changed = module.staticImports
          .filter(({ moduleRequest }) => moduleRequest.value === PACKAGE)
          .reduceRight((whole, { start, end, entries }) => {
            const imports = entries
              .filter(({ isType }) => !isType)
              .map(
                ({ importName, localName }) =>
                  `import ${localName.value} from '${PACKAGE}/dist/esm/icons/${importName.name}.mjs';`,
              );
            return whole.slice(0, start) + imports.join(' ') + whole.slice(end);
          }, code);
        return { code: changed, map: null };
      },
    },
  };
}
